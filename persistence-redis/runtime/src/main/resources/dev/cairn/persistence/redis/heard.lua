-- Arguments: for each message the node's life and the message's id.

local function part(base, at, last)
  for i = at, last, 2 do
    redis.call('HDEL', base .. ':d:' .. ARGV[i], ARGV[i + 1])
    redis.call('ZREM', base .. ':o:' .. ARGV[i], ARGV[i + 1])
  end
  return 0
end
