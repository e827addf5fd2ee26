-- Arguments: the node's life, how many messages to give. Answers for each message its id and its body.

local function part(base, at)
  local answers = {}
  for _, id in ipairs(redis.call('ZRANGE', base .. ':o:' .. ARGV[at], 0, tonumber(ARGV[at + 1]) - 1)) do
    answers[#answers + 1] = id
    answers[#answers + 1] = redis.call('HGET', base .. ':d:' .. ARGV[at], id)
  end
  return answers
end
