-- Arguments: id of a node's life, name of the node, milliseconds it is alive. Answers the time in milliseconds, or -1 if the
-- life was replaced by a later one and does not leave.
--
-- The hash has i<id>: until when a life is alive; @<name>: the life a node is in; x<id>: when a life was replaced by a later one;
-- t<id>: when a life was told something; f<id>: marks a life that keeps counts and the index by end, with the time of the last mark; c<id>: when the
-- counts were deleted that a life without counts has made wrong. No sender waits for a day until a life has heard.

local KEPT_MILLIS = 86400000

local function forget(base, before)
  local key = base .. ':n'
  local fields = redis.call('HGETALL', key)
  for i = 1, #fields, 2 do
    local kind = string.sub(fields[i], 1, 1)
    if kind ~= '@' and tonumber(fields[i + 1]) < before then
      local life = string.sub(fields[i], 2)
      redis.call('HDEL', key, fields[i])
      if kind == 't' then
        redis.call('DEL', base .. ':d:' .. life, base .. ':o:' .. life)
      elseif kind == 'i' or kind == 'x' then
        redis.call('DEL', base .. ':p:' .. life)
      end
    end
  end
  for i = 1, #fields, 2 do
    if string.sub(fields[i], 1, 1) == '@' and redis.call('HEXISTS', key, 'i' .. fields[i + 1]) == 0 then
      redis.call('HDEL', key, fields[i])
    end
  end
end

local function part(base, at)
  local id, name, millis = ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2])
  local key, now = base .. ':n', math.floor(micros() / 1000)
  -- Changes nothing. But a server that is full refuses a script only what may need memory before its first write, and a node that is alive
  -- there still removes what has ended.
  redis.call('HDEL', key, '')
  -- Before this script forgets old lives: distrust() needs their fields.
  if not distrust(base, now) and redis.call('EXISTS', base .. ':w', base .. ':c') == 0 then
    -- The shard has no instances yet.
    redis.call('HSET', base .. ':c', '', 'all')
  end
  if redis.call('HEXISTS', key, 'x' .. id) == 1 then
    if millis <= 0 then
      return now
    end
    -- It is not forgotten as long as it goes on, or it would begin once more.
    redis.call('HSET', key, 'x' .. id, now, 'f' .. id, now)
    return -1
  end
  local life = redis.call('HGET', key, '@' .. name)
  if life ~= id then
    forget(base, now - KEPT_MILLIS)
    if life then
      redis.call('HDEL', key, 'i' .. life)
      redis.call('HSET', key, 'x' .. life, now)
      if redis.call('HEXISTS', key, 'f' .. life) == 1 then
        redis.call('HSET', key, 'f' .. life, now)
      end
    end
    redis.call('HSET', key, '@' .. name, id)
  end
  if millis > 0 then
    redis.call('HSET', key, 'i' .. id, now + millis, 'f' .. id, now + millis)
  else
    redis.call('HDEL', key, 'i' .. id)
    redis.call('HSET', key, 'f' .. id, now)
    redis.call('DEL', base .. ':p:' .. id)
  end
  return now
end
