-- Arguments: for each message the node's life, the message's id, its body.

local function part(base, at, last)
  for i = at, last, 3 do
    local bodies, order = base .. ':d:' .. ARGV[i], base .. ':o:' .. ARGV[i]
    if redis.call('HSETNX', bodies, ARGV[i + 1], ARGV[i + 2]) == 1 then
      local number = micros()
      local latest = redis.call('ZREVRANGE', order, 0, 0, 'WITHSCORES')[2]
      if latest then
        number = math.max(number, tonumber(latest) + 1)
      end
      redis.call('ZADD', order, string.format('%.0f', number), ARGV[i + 1])
    end
    -- Always a write, so that waiting for the disk after this waits for what was there already.
    redis.call('HSET', base .. ':n', 't' .. ARGV[i], math.floor(micros() / 1000))
  end
  return 0
end
