-- Arguments: the message's id, lives of nodes. Answers those for whom it is still there.

local function part(base, at, last)
  local answers = {}
  for i = at + 1, last do
    if redis.call('HEXISTS', base .. ':d:' .. ARGV[i], ARGV[at]) == 1 then
      answers[#answers + 1] = ARGV[i]
    end
  end
  return answers
end
