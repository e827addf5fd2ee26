-- Arguments: the time, 8 bytes; for each instance: id, number of marks, marks. Answers how many were removed.

local function removeMessages(base, id)
  local key = base .. ':m:' .. id
  local messages = redis.call('HGETALL', key)
  for i = 1, #messages, 2 do
    redis.call('ZREM', base .. ':q', string.sub(messages[i + 1], 1, 8) .. id .. '\0' .. messages[i])
  end
  if #messages > 0 then
    redis.call('UNLINK', key)
  end
end

local function part(base, at, last)
  local now, removed = struct.unpack('>I8', ARGV[at]), 0
  at = at + 1
  while at <= last do
    local id, marks = ARGV[at], tonumber(ARGV[at + 1])
    local header = headerOf(base, id)
    local keep = header and struct.unpack('>I8', string.sub(header, 27, 34)) or 0
    if keep > 0 and keep <= now then
      redis.call('UNLINK', base .. ':i:' .. id)
      note(base, id, header, false)
      for i = at + 2, at + 1 + marks do
        redis.call('ZREM', base .. ':k', ARGV[i] .. string.sub(header, 35, 42) .. id)
      end
      removeMessages(base, id)
      removed = removed + 1
    end
    at = at + 2 + marks
  end
  return removed
end
