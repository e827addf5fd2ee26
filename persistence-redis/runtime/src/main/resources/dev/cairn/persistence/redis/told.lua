-- Arguments: the node's life, maximum messages to give. Answers the id and the body of each message.

local function part(base, at)
  local answers = {}
  for _, id in ipairs(redis.call('ZRANGE', base .. ':o:' .. ARGV[at], 0, tonumber(ARGV[at + 1]) - 1)) do
    local body = redis.call('HGET', base .. ':d:' .. ARGV[at], id)
    if body then
      answers[#answers + 1] = id
      answers[#answers + 1] = body
    else
      -- The server died while it removed the message, or a user deleted it: its body is lost.
      redis.call('ZREM', base .. ':o:' .. ARGV[at], id)
    end
  end
  return answers
end
