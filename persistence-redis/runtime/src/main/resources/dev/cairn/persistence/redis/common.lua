-- The last element of an instance's list is its header, the others are its entries: so one command takes the old header away and
-- one appends new entries and the new header. A header is binary:
-- 1 format, from 128 to 191, where no entry begins with such a byte, 2-9 epoch, 10-17 number of entries, 18 status, 19-26 wake, 27-34 keep until, 35-42 created,
-- 43-44 length of the owner, the owner, 2 bytes length of the workflow, the workflow, and what only clients read.
-- Numbers are big-endian, so that bytes sort as numbers do. Strings are never compared with < here: Lua compares
-- them in the server's locale.

local FORMAT = 129
local NEVER = string.rep('\0', 8)
local PARKED = '\0\128' .. string.rep('\0', 6)

-- The header of an instance. False without the instance, or if its header is lost, so that the script still serves other instances.
local function headerOf(base, id)
  local header = redis.call('LINDEX', base .. ':i:' .. id, '-1')
  local format = header and string.byte(header, 1)
  if not format or format < 128 or format > 191 then
    return false
  end
  if format ~= FORMAT then
    error('CAIRN_FORMAT ' .. format)
  end
  return header
end

local function ownerOf(header)
  return string.sub(header, 45, 44 + string.byte(header, 43) * 256 + string.byte(header, 44))
end

local function runnable(header)
  return string.byte(header, 18) < 2
end

-- Compares by bytes, as sorted sets do: negative if the first comes before the second.
local function compare(a, b)
  for i = 1, math.min(#a, #b) do
    local x, y = string.byte(a, i), string.byte(b, i)
    if x ~= y then
      return x - y
    end
  end
  return #a - #b
end

-- A hash keeps the numbers of instances: a field for each phase, version and workflow that has instances. Its field '' tells which
-- instances these numbers include: 'none' while tally.lua clears the index by end, 'some' while it counts the other ones, or 'all'.
-- While it counts, a field for each workflow has the position that tally.lua has reached, in the order of creation and id; it is empty once all
-- instances of the workflow are counted. Without the field '', no instance is counted.
-- The script that changes an instance changes the numbers as well, so they are right after a crash.
local counts, countsKey, extent = {}, nil, nil

local function isCounted(base, workflow, member)
  if extent == nil then
    countsKey = base .. ':c'
    extent = redis.call('HGET', countsKey, '')
  end
  if extent ~= 'some' then
    return extent == 'all'
  end
  local reached = redis.call('HGET', countsKey, 'w' .. workflow)
  return reached and (reached == '' or compare(member, reached) <= 0)
end

-- Fields by status: saves the conversion of a number to a string for each instance.
local FIELDS = { [0] = 'n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6' }

-- The field in which an instance is counted. InstanceRow.phase() has the same rules.
local function countedIn(header, status, wake, workflow, after)
  local field = FIELDS[status]
  if wake ~= NEVER then
    if status == 3 then
      field = 'n0'
    elseif status == 1 then
      field = wake == PARKED and 'np' or 'n2'
    end
  end
  return field .. struct.unpack('>I2c0', header, after + 10) .. '\0' .. workflow
end

local function count(field, difference)
  counts[field] = (counts[field] or 0) + difference
end

local function applyCounts()
  for field, difference in pairs(counts) do
    if difference ~= 0 and redis.call('HINCRBY', countsKey, field, difference) == 0 then
      redis.call('HDEL', countsKey, field)
    end
  end
  counts, countsKey, extent = {}, nil, nil
end

-- Pending changes of sorted sets: for each key its members, true for members to add, false for members to remove.
local changes = {}

-- Notes a change. Adding and removing the same member cancel each other.
local function change(key, member, added)
  local members = changes[key]
  if not members then
    members = {}
    changes[key] = members
  end
  if members[member] == not added then
    members[member] = nil
  else
    members[member] = added
  end
end

-- A sorted set keeps bounds of the durations from creation to end, from which a search by end derives bounds of creation. Member 'l'
-- and a workflow: its longest duration, if longer than SHORT_MILLIS. Member 'b' and a workflow: the longest time by which an end was
-- before the creation, because a clock was set back.
local SHORT_MILLIS = 10000
local durations, durationsKey = {}, nil

local function noteDuration(base, workflow, millis)
  local field = (millis < 0 and 'b' or 'l') .. workflow
  if math.abs(millis) > (durations[field] or 0) then
    durations[field], durationsKey = math.abs(millis), base .. ':g'
  end
end

local function applyDurations()
  for field, millis in pairs(durations) do
    redis.call('ZADD', durationsKey, 'GT', millis, field)
  end
  durations = {}
end

-- Notes that an ended instance is to be added to the index by end, or removed: its list has a second member for it, behind all times
-- of creation. One command adds both; a sorted set of its own would cost a command more.
local ENDED = '\255'

local function noteEnd(list, base, workflow, header, after, member, added)
  change(list, ENDED .. string.sub(header, after, after + 7) .. member, added)
  local millis = added and struct.unpack('>I8', header, after) - struct.unpack('>I8', member) or 0
  if millis < 0 or millis > SHORT_MILLIS then
    noteDuration(base, workflow, millis)
  end
end

local function each(command, key, arguments)
  -- Lua's stack has room for 8,000 values.
  for from = 1, #arguments, 1000 do
    redis.call(command, key, unpack(arguments, from, math.min(from + 999, #arguments)))
  end
end

-- Does what is to be done, with one command for all that is added to a set: a command costs more than a member does.
local function applyChanges()
  for key, members in pairs(changes) do
    local added, removed = {}, {}
    for member, isAdded in pairs(members) do
      if isAdded then
        added[#added + 1] = '0'
        added[#added + 1] = member
      else
        removed[#removed + 1] = member
      end
    end
    each('ZADD', key, added)
    each('ZREM', key, removed)
  end
  changes = {}
  applyDurations()
  applyCounts()
end

-- Notes that all members of the indexes of a shard that an instance's header makes are to be added, or removed.
local function note(base, id, header, added)
  local status, wake, keep, created, owner, workflow, after = struct.unpack('>Bc8c8c8I2c0I2c0', header, 18)
  local member = created .. id
  local isKept = isCounted(base, workflow, member)
  if isKept then
    count(countedIn(header, status, wake, workflow, after), added and 1 or -1)
  end
  -- Pending and running instances are listed together: one change less in the life of each.
  local list = base .. ':l:' .. (status < 2 and 0 or status) .. ':' .. workflow
  change(list, member, added)
  if wake ~= NEVER then
    change(base .. ':t', wake .. id, added)
  end
  if keep ~= NEVER then
    change(base .. ':e', keep .. id, added)
  end
  if status < 2 then
    change(base .. ':r', owner .. '\0' .. id, added)
  elseif status > 3 and isKept then
    noteEnd(list, base, workflow, header, after, member, added)
  end
end

-- Notes what brings the indexes of a shard from an instance's old header to its new one.
local function reindex(base, id, old, new)
  local _, workflow, after = struct.unpack('>I2c0I2c0', old, 43)
  -- Most writes change no index: indexes contain the bytes from the status to the workflow, and after them the time of the end.
  local last = string.byte(old, 18) > 3 and after + 7 or after - 1
  if string.sub(old, 18, last) ~= string.sub(new, 18, last) then
    note(base, id, old, false)
    note(base, id, new, true)
  elseif string.sub(old, after + 8) ~= string.sub(new, after + 8) and isCounted(base, workflow, string.sub(old, 35, 42) .. id) then
    -- Its version may have changed.
    local status, wake = string.byte(old, 18), string.sub(old, 19, 26)
    count(countedIn(old, status, wake, workflow, after), -1)
    count(countedIn(new, status, wake, workflow, after), 1)
  end
end

local function micros()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000000 + tonumber(time[2])
end

local function alive(base, owner, nowMillis)
  local untilMillis = redis.call('HGET', base .. ':n', 'i' .. owner)
  return untilMillis and tonumber(untilMillis) > nowMillis
end

-- A life that was replaced by a later one may write until its next heartbeat, which is refused.
local REPLACED_MILLIS = 60000

-- The lives of earlier versions that may have written since the instances were counted, each with the time until which it may write.
-- These keep no counts, or no index by end. heartbeat.lua marks each life that keeps counts and the index by end.
local function livesOfEarlierVersions(base)
  local fields, covered, keeping, lives, found = redis.call('HGETALL', base .. ':n'), {}, {}, {}, {}
  for i = 1, #fields, 2 do
    local kind, rest = string.sub(fields[i], 1, 1), string.sub(fields[i], 2)
    if kind == 'f' then
      keeping[rest] = true
    elseif kind == 'c' then
      covered[rest] = tonumber(fields[i + 1])
    elseif kind == 'i' then
      lives[rest] = tonumber(fields[i + 1])
    elseif kind == 'x' then
      lives[rest] = tonumber(fields[i + 1]) + REPLACED_MILLIS
    elseif kind == '@' then
      -- The last life of a node. It may have left, and then has no i<id>.
      lives[fields[i + 1]] = lives[fields[i + 1]] or 0
    end
  end
  for id, untilMillis in pairs(lives) do
    if not keeping[id] and (not covered[id] or covered[id] < untilMillis) then
      found[id] = untilMillis
    end
  end
  return found
end

-- True if all instances are counted, and all that have ended are in the index by end.
local function isComplete(base)
  return redis.call('HGET', base .. ':c', '') == 'all' and not next(livesOfEarlierVersions(base))
end

-- Deletes the counts if lives of earlier versions may have written since. True if one of these lives may still write.
local function distrust(base, nowMillis)
  local isAlive = false
  for id, untilMillis in pairs(livesOfEarlierVersions(base)) do
    redis.call('DEL', base .. ':c')
    if untilMillis > nowMillis then
      isAlive = true
    else
      redis.call('HSET', base .. ':n', 'c' .. id, nowMillis)
    end
  end
  return isAlive
end

-- Fails after the node's deadline. A node without a recent answer of a server takes nothing over there: it does not know which nodes live.
local function inTime(untilMillis, nowMicros)
  if nowMicros / 1000 > tonumber(untilMillis) then
    error('CAIRN_LATE')
  end
end

-- Makes a node the owner. Epochs follow the clock, so that a claim that the server forgot in a crash is not given out again.
local function take(base, id, header, node, nowMicros)
  local epoch = math.max(struct.unpack('>I8', string.sub(header, 2, 9)) + 1, nowMicros)
  local rest = 45 + string.byte(header, 43) * 256 + string.byte(header, 44)
  local taken = string.char(FORMAT) .. struct.pack('>I8', epoch) .. string.sub(header, 10, 42) .. struct.pack('>I2', #node) .. node
      .. string.sub(header, rest)
  redis.call('LSET', base .. ':i:' .. id, '-1', taken)
  reindex(base, id, header, taken)
  return taken
end
