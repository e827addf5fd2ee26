-- Arguments: node, deadline for takeovers in milliseconds, maximum instances, and 1 if the previous answer may be lost, else 0; then ids and
-- epochs in the last answer that arrived. Answers ids and headers.
--
-- A hash keeps the taken instances until their answer is known to have arrived. If the answer was lost, the node would not know that it owns
-- them, and no other node could take them. The hash does not expire: an eviction policy may drop keys that do.

local function forget(key, from, last)
  -- A write that changes nothing. A full server does not refuse it, nor the commands after it.
  redis.call('HDEL', key, '')
  for i = from, last, 2 do
    if redis.call('HGET', key, ARGV[i]) == ARGV[i + 1] then
      redis.call('HDEL', key, ARGV[i])
    end
  end
end

local function again(base, node, wanted)
  local key = base .. ':p:' .. node
  local answers, taken = {}, redis.call('HGETALL', key)
  for i = 1, #taken, 2 do
    local header = headerOf(base, taken[i])
    if header and string.sub(header, 2, 9) == taken[i + 1] and ownerOf(header) == node and runnable(header) then
      -- Written again unchanged, so that WAITAOF after this script waits for the earlier write.
      redis.call('HSET', key, taken[i], taken[i + 1])
      answers[#answers + 1] = taken[i]
      answers[#answers + 1] = header
      if #answers == 2 * wanted then
        break
      end
    end
  end
  return answers
end

-- Takes instances of an owner. It skips instances without a header and takes others instead.
local function takeFrom(base, owner, node, wanted, nowMicros, answers)
  local from, left, members = '[' .. owner .. '\0', wanted, nil
  repeat
    members = redis.call('ZRANGEBYLEX', base .. ':r', from, '(' .. owner .. '\1', 'LIMIT', 0, left)
    for _, member in ipairs(members) do
      local id = string.sub(member, #owner + 2)
      local header = headerOf(base, id)
      if header then
        header = take(base, id, header, node, nowMicros)
        redis.call('HSET', base .. ':p:' .. node, id, string.sub(header, 2, 9))
        answers[#answers + 1] = id
        answers[#answers + 1] = header
        left = left - 1
      end
      from = '(' .. member
    end
  until left == 0 or #members == 0
end

local function part(base, at, last)
  local node, wanted, nowMicros = ARGV[at], tonumber(ARGV[at + 2]), micros()
  inTime(ARGV[at + 1], nowMicros)
  if ARGV[at + 3] == '1' then
    forget(base .. ':p:' .. node, at + 4, last)
    local answers = again(base, node, wanted)
    if #answers > 0 then
      return answers
    end
  end
  redis.call('UNLINK', base .. ':p:' .. node)
  local answers, from = {}, '-'
  repeat
    local member = redis.call('ZRANGEBYLEX', base .. ':r', from, '+', 'LIMIT', 0, 1)[1]
    if member then
      local owner = string.match(member, '^(%Z*)')
      if owner ~= node and (owner == '' or not alive(base, owner, nowMicros / 1000)) then
        takeFrom(base, owner, node, wanted - #answers / 2, nowMicros, answers)
      end
      from = '[' .. owner .. '\1'
    end
  until not member or #answers / 2 >= wanted
  return answers
end
