-- Arguments: for each instance: its member of the index of ends, number of marks, marks. Answers the number of removed instances. A member
-- without an instance, or with another time than its instance, leaves the index: otherwise each later search would find it first.

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
  local removed = 0
  while at <= last do
    local member, marks = ARGV[at], tonumber(ARGV[at + 1])
    local id = string.sub(member, 9)
    local header = headerOf(base, id)
    if header and string.sub(header, 27, 34) == string.sub(member, 1, 8) then
      redis.call('UNLINK', base .. ':i:' .. id)
      note(base, id, header, false)
      for i = at + 2, at + 1 + marks do
        redis.call('ZREM', base .. ':k', ARGV[i] .. string.sub(header, 35, 42) .. id)
      end
      removeMessages(base, id)
      removed = removed + 1
    else
      change(base .. ':e', member, false)
    end
    at = at + 2 + marks
  end
  return removed
end
