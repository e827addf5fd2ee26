-- For each write: id, fence (epoch and entries as in the header, empty if it creates), number of marks, number of entries,
-- marks, header, entries. The answer has a letter for each.

local function append(key, at, last)
  -- Lua's stack has room for 8,000 values.
  while at <= last do
    local to = math.min(at + 999, last)
    redis.call('RPUSH', key, unpack(ARGV, at, to))
    at = to + 1
  end
end

local function mark(base, id, first, last, old, new)
  for i = first, last do
    move(base .. ':k', old and ARGV[i] .. string.sub(old, 35, 42) .. id, ARGV[i] .. string.sub(new, 35, 42) .. id)
  end
end

-- All headers, before anything is written: one that cannot be read must not leave writes without their indexes.
local function headersOf(base, at, last)
  local headers = {}
  while at <= last do
    local id = ARGV[at]
    if headers[id] == nil then
      headers[id] = redis.call('LINDEX', base .. ':i:' .. id, '0')
    end
    at = at + 5 + ARGV[at + 2] + ARGV[at + 3]
  end
  return headers
end

-- A header of another format was written by a later version, which has taken the instance over.
local function fits(header, fence)
  return header and string.byte(header, 1) == 1 and string.sub(header, 2, 17) == fence
end

local function part(base, at, last)
  local results, headers, workflows = {}, headersOf(base, at, last), {}
  while at <= last do
    local id, fence, marks, entries = ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
    local headerAt = at + 4 + marks
    local key, old, new = base .. ':i:' .. id, headers[id], ARGV[headerAt]
    local result = 'C'
    if fence == '' and old then
      result = 'E'
    elseif fence == '' then
      append(key, headerAt, headerAt + entries)
      workflows[workflowOf(new)] = true
    elseif fits(old, fence) then
      append(key, headerAt + 1, headerAt + entries)
      redis.call('LSET', key, '0', new)
    else
      result = 'F'
    end
    if result == 'C' then
      index(base, id, old, new)
      mark(base, id, at + 4, headerAt - 1, old, new)
      headers[id] = new
    elseif old then
      -- Written again as it is, so that waiting for the disk after this waits for what is there already: perhaps this very write.
      redis.call('LSET', key, '0', old)
    end
    results[#results + 1] = result
    at = headerAt + entries + 1
  end
  for workflow in pairs(workflows) do
    redis.call('SADD', base .. ':w', workflow)
  end
  return table.concat(results)
end
