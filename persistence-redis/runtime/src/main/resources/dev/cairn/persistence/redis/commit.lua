-- For each write: id, fence (epoch and entries as in the header, empty if it creates), number of marks, number of entries,
-- marks, entries, header. The answer has a letter for each.

local function append(key, at, last)
  local length
  -- Lua's stack has room for 8,000 values.
  while at <= last do
    local to = math.min(at + 999, last)
    length = redis.call('RPUSH', key, unpack(ARGV, at, to))
    at = to + 1
  end
  return length
end

-- Adds the marks of a new instance to the index of marks.
local function mark(base, id, first, last, header)
  local created = string.sub(header, 35, 42)
  for i = first, last do
    change(base .. ':k', ARGV[i] .. created .. id, true)
  end
end

-- A new instance has no list as a rule, so the script appends first and looks for older elements afterwards.
local function create(base, id, marksAt, entriesAt, headerAt, workflows)
  local key, added, header = base .. ':i:' .. id, headerAt - entriesAt + 1, ARGV[headerAt]
  local length = append(key, entriesAt, headerAt)
  if length > added then
    redis.call('LTRIM', key, '0', length - added - 1)
    return 'E'
  end
  note(base, id, header, true)
  mark(base, id, marksAt, entriesAt - 1, header)
  local _, workflow = struct.unpack('>I2c0I2c0', header, 43)
  if not workflows[workflow] then
    redis.call('SADD', base .. ':w', workflow)
    workflows[workflow] = true
  end
  return 'C'
end

-- A header of another format was written by a later version, which has taken the instance over.
local function fits(header, fence)
  return string.byte(header, 1) == FORMAT and string.sub(header, 2, 17) == fence
end

local function continue(base, id, fence, entriesAt, headerAt)
  local key = base .. ':i:' .. id
  local old = redis.call('RPOP', key)
  if old and fits(old, fence) then
    append(key, entriesAt, headerAt)
    reindex(base, id, old, ARGV[headerAt])
    return 'C'
  end
  if old then
    -- Written again, so that WAITAOF after this script waits for the earlier write, which may be this very write.
    redis.call('RPUSH', key, old)
  end
  return 'F'
end

local function part(base, at, last)
  -- A write that changes nothing. A server without free memory refuses it before RPOP has taken a header away; after a write, it
  -- refuses no command of a script.
  redis.call('SETRANGE', base .. ':s', '0', '')
  local results, workflows = {}, {}
  while at <= last do
    local id, fence, marks, entries = ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
    local marksAt = at + 4
    local entriesAt = marksAt + marks
    local headerAt = entriesAt + entries
    results[#results + 1] = fence == '' and create(base, id, marksAt, entriesAt, headerAt, workflows)
        or continue(base, id, fence, entriesAt, headerAt)
    at = headerAt + 1
  end
  return table.concat(results)
end
