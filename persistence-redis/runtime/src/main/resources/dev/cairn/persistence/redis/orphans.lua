-- Arguments: node, how many, and 1 if it is not known whether the answer before this arrived, else 0. Answers ids and headers.
--
-- What was taken is remembered until the next call: if its answer was lost, nobody knew that this node owns these instances,
-- and nobody else could take them. It does not expire: an eviction policy may drop what does.

local function again(base, node)
  local answers, taken = {}, redis.call('HGETALL', base .. ':p:' .. node)
  for i = 1, #taken, 2 do
    local header = headerOf(base, taken[i])
    if header and string.sub(header, 2, 9) == taken[i + 1] and ownerOf(header) == node and runnable(header) then
      answers[#answers + 1] = taken[i]
      answers[#answers + 1] = header
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

local function part(base, at)
  local node, wanted, nowMicros = ARGV[at], tonumber(ARGV[at + 1]), micros()
  if ARGV[at + 2] == '1' then
    local answers = again(base, node)
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
