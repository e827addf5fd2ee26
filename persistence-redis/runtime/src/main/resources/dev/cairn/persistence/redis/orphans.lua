-- Arguments: node, until when in milliseconds it may take something over, how many, and 1 if it is not known whether an answer before this
-- arrived, else 0; then ids and epochs in the last one that did. Answers ids and headers.
--
-- What was taken is remembered until it is known that its answer arrived: if its answer was lost, nobody knew that this node owns these instances,
-- and nobody else could take them. It does not expire: an eviction policy may drop what does.

local function forget(key, from, last)
  -- Changes nothing, but is a write that a server which is full does not refuse; nor what follows it.
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
      -- As it is, so that waiting for the disk after this waits for what is there already.
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

-- Those whose header is lost stay where they are, and others are taken in their place.
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
