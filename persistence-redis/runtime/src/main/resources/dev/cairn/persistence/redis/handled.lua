-- Arguments: for each message its instance and its id.

local function part(base, at, last)
  for i = at, last, 2 do
    local known = redis.call('HGET', base .. ':m:' .. ARGV[i], ARGV[i + 1])
    if known then
      -- First, since a server that dies between the two must not leave a member without a message.
      redis.call('ZREM', base .. ':q', string.sub(known, 1, 8) .. ARGV[i] .. '\0' .. ARGV[i + 1])
      redis.call('HDEL', base .. ':m:' .. ARGV[i], ARGV[i + 1])
    end
  end
  return 0
end
