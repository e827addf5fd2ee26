-- The first element of an instance's list is its header, the others are its entries. A header is binary:
-- 1 format, 2-9 epoch, 10-17 number of entries, 18 status, 19-26 wake, 27-34 keep until, 35-42 created,
-- 43-44 length of the owner, the owner, 2 bytes length of the workflow, the workflow, and what only clients read.
-- Numbers are big-endian, so that bytes sort as numbers do. Strings are never compared with < here: Lua compares
-- them in the server's locale.

local NEVER = string.rep('\0', 8)

local function headerOf(base, id)
  local header = redis.call('LINDEX', base .. ':i:' .. id, '0')
  if header and string.byte(header, 1) ~= 1 then
    error('CAIRN_FORMAT ' .. string.byte(header, 1))
  end
  return header
end

local function ownerOf(header)
  return string.sub(header, 45, 44 + string.byte(header, 43) * 256 + string.byte(header, 44))
end

local function workflowOf(header)
  local at = 45 + string.byte(header, 43) * 256 + string.byte(header, 44)
  return string.sub(header, at + 2, at + 1 + string.byte(header, at) * 256 + string.byte(header, at + 1))
end

-- Pending and running instances are listed together: one move less in the life of each.
local function listOf(base, header)
  local status = string.byte(header, 18)
  return base .. ':l:' .. (status < 2 and 0 or status) .. ':' .. workflowOf(header)
end

local function runnable(header)
  return string.byte(header, 18) < 2
end

local function timeMember(header, from, id)
  local time = string.sub(header, from, from + 7)
  return time ~= NEVER and time .. id
end

-- What is to be done to sorted sets: for each key its members, true for those to be added, false for those to be removed.
local changes = {}

local function change(key, member, added)
  local members = changes[key]
  if not members then
    members = {}
    changes[key] = members
  end
  members[member] = added
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
end

local function move(key, old, new)
  if old ~= new then
    if old then
      change(key, old, false)
    end
    if new then
      change(key, new, true)
    end
  end
end

-- Notes what brings the indexes of a shard from an instance's old header to its new one; either may be false.
local function index(base, id, old, new)
  if old and new then
    -- Mostly nothing changes that an index is made of: what lies from the status to the workflow.
    local workflowAt = 45 + string.byte(old, 43) * 256 + string.byte(old, 44)
    local last = workflowAt + 1 + string.byte(old, workflowAt) * 256 + string.byte(old, workflowAt + 1)
    if string.sub(old, 18, last) == string.sub(new, 18, last) then
      return
    end
  end
  local oldList, newList = old and listOf(base, old), new and listOf(base, new)
  local oldMember, newMember = old and string.sub(old, 35, 42) .. id, new and string.sub(new, 35, 42) .. id
  if oldList == newList then
    move(newList, oldMember, newMember)
  else
    if old then
      change(oldList, oldMember, false)
    end
    if new then
      change(newList, newMember, true)
    end
  end
  move(base .. ':t', old and timeMember(old, 19, id), new and timeMember(new, 19, id))
  move(base .. ':e', old and timeMember(old, 27, id), new and timeMember(new, 27, id))
  move(base .. ':r', old and runnable(old) and ownerOf(old) .. '\0' .. id, new and runnable(new) and ownerOf(new) .. '\0' .. id)
end

local function micros()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000000 + tonumber(time[2])
end

local function alive(base, owner, nowMillis)
  local untilMillis = redis.call('HGET', base .. ':n', 'i' .. owner)
  return untilMillis and tonumber(untilMillis) > nowMillis
end

-- Makes a node the owner. Epochs follow the clock, so that a claim that the server forgot in a crash is not given out again.
local function take(base, id, header, node, nowMicros)
  local epoch = math.max(struct.unpack('>I8', string.sub(header, 2, 9)) + 1, nowMicros)
  local rest = 45 + string.byte(header, 43) * 256 + string.byte(header, 44)
  local taken = '\1' .. struct.pack('>I8', epoch) .. string.sub(header, 10, 42) .. struct.pack('>I2', #node) .. node
      .. string.sub(header, rest)
  redis.call('LSET', base .. ':i:' .. id, '0', taken)
  index(base, id, header, taken)
  return taken
end
