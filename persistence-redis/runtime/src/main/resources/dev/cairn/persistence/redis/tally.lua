-- Arguments: the maximum number of instances to count. Counts instances that are not counted yet, workflow by workflow, and adds the
-- ended ones to the index by end. Answers the state and the number of instances that this call has counted. The state is 'all' when
-- every instance is counted, 'old' if counting has to wait until nodes of earlier versions, which keep no counts and no such index,
-- have gone, and 'some' otherwise.

local function step(base, key, workflow, reached, wanted)
  local members, found = {}, {}
  for status = 0, 6 do
    for _, member in ipairs(redis.call('ZRANGEBYLEX', base .. ':l:' .. status .. ':' .. workflow,
        reached and '(' .. reached or '-', '(' .. ENDED, 'LIMIT', 0, wanted)) do
      members[#members + 1] = member
    end
  end
  table.sort(members, function(a, b)
    return compare(a, b) < 0
  end)
  local last = math.min(wanted, #members)
  for i = 1, last do
    local header = headerOf(base, string.sub(members[i], 9))
    if header then
      found[#found + 1] = { header = header, member = members[i] }
    end
  end
  redis.call('HSET', key, 'w' .. workflow, #members < wanted and '' or members[last])
  -- Only now: an unreadable header ends the script with a failure, and each.lua applies even then what count() has noted.
  countsKey = key
  for _, one in ipairs(found) do
    local status, wake, _, _, _, _, after = struct.unpack('>Bc8c8c8I2c0I2c0', one.header, 18)
    count(countedIn(one.header, status, wake, workflow, after), 1)
    if status > 3 then
      noteEnd(base .. ':l:' .. status .. ':' .. workflow, base, workflow, one.header, after, one.member, true)
    end
  end
  return #found
end

-- Nodes of earlier versions leave members of instances that they have removed or that run again. True if none is left.
local function clearEnds(base, workflows, wanted)
  redis.call('DEL', base .. ':g')
  for _, workflow in ipairs(workflows) do
    for status = 4, 6 do
      local list = base .. ':l:' .. status .. ':' .. workflow
      local members = redis.call('ZRANGEBYLEX', list, '[' .. ENDED, '+', 'LIMIT', 0, wanted)
      each('ZREM', list, members)
      wanted = wanted - #members
      if wanted <= 0 then
        return false
      end
    end
  end
  return true
end

local function part(base, at)
  local key, wanted = base .. ':c', tonumber(ARGV[at])
  if distrust(base, math.floor(micros() / 1000)) then
    return { 'old', 0 }
  end
  local state = redis.call('HGET', key, '')
  if state == 'all' then
    return { 'all', 0 }
  end
  if not state then
    redis.call('DEL', key)
    redis.call('HSET', key, '', 'none')
    state = 'none'
  end
  local workflows = redis.call('SMEMBERS', base .. ':w')
  if state == 'none' then
    if clearEnds(base, workflows, wanted) then
      -- A node of an earlier version that stood still may have counted in the meantime.
      redis.call('DEL', key)
      redis.call('HSET', key, '', 'some')
    end
    return { 'some', 0 }
  end
  for _, workflow in ipairs(workflows) do
    local reached = redis.call('HGET', key, 'w' .. workflow)
    if reached ~= '' then
      return { 'some', step(base, key, workflow, reached, wanted) }
    end
  end
  for _, workflow in ipairs(workflows) do
    redis.call('HDEL', key, 'w' .. workflow)
  end
  redis.call('HSET', key, '', 'all')
  return { 'all', 0 }
end
