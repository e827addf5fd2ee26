-- Arguments: the node's life, how many messages to give. Answers for each message its id and its body.

local function part(base, at)
  local answers = {}
  for _, id in ipairs(redis.call('ZRANGE', base .. ':o:' .. ARGV[at], 0, tonumber(ARGV[at + 1]) - 1)) do
    local body = redis.call('HGET', base .. ':d:' .. ARGV[at], id)
    if body then
      answers[#answers + 1] = id
      answers[#answers + 1] = body
    else
      -- Lost if the server died while it removed this, or deleted by somebody: there is nothing left to be told.
      redis.call('ZREM', base .. ':o:' .. ARGV[at], id)
    end
  end
  return answers
end
