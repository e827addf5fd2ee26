-- Arguments: instance, message, body. The queue of a shard has a member for each message: 8 bytes number, instance, 0, message.

local function part(base, at)
  local instance, message = ARGV[at], ARGV[at + 1]
  local key = base .. ':m:' .. instance
  local known = redis.call('HGET', key, message)
  if known then
    -- Written again as it is, so that waiting for the disk after this waits for what is there already.
    redis.call('HSET', key, message, known)
    return 0
  end
  local number = micros()
  local last = redis.call('ZREVRANGE', base .. ':q', 0, 0)[1]
  if last then
    number = math.max(number, struct.unpack('>I8', last) + 1)
  end
  local encoded = struct.pack('>I8', number)
  redis.call('HSET', key, message, encoded .. ARGV[at + 2])
  redis.call('ZADD', base .. ':q', 0, encoded .. instance .. '\0' .. message)
  return 1
end
