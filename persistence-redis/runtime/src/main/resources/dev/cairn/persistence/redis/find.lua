-- Arguments: mark (empty: none), workflows on a line each (empty: any), the codes of statuses (at least one), lower bound, upper bound,
-- maximum members; then lower bound and upper bound of the time of the end (empty: any), maximum ends to sort. Other bounds are of
-- created and id.
-- Answers the last examined member if there may be more, or nothing; then members (created and id) and headers of instances with these
-- statuses and ends, newest first.

-- True if the first is newer.
local function newer(a, b)
  if a.created ~= b.created then
    return a.created > b.created
  end
  for i = 9, math.min(#a.member, #b.member) do
    local x, y = string.byte(a.member, i), string.byte(b.member, i)
    if x ~= y then
      return x > y
    end
  end
  return #a.member > #b.member
end

local function has(statuses, code)
  return string.find(statuses, code, 1, true) ~= nil
end

-- The lists by creation; each is read from its upper bound to its lower bound.
local function lists(base, workflows, statuses, lower, upper)
  local found = {}
  local names = {}
  for name in string.gmatch(workflows, '[^\n]+') do
    names[#names + 1] = name
  end
  for _, one in ipairs(workflows ~= '' and names or redis.call('SMEMBERS', base .. ':w')) do
    for code = 0, 6 do
      -- Pending and running are listed together.
      if code ~= 1 and has(statuses, code) or code == 0 and has(statuses, 1) then
        found[#found + 1] = { key = base .. ':l:' .. code .. ':' .. one, workflow = one, lower = lower, from = upper }
      end
    end
  end
  return found
end

local function marked(base, mark, lower, upper, wanted)
  local members = redis.call('ZREVRANGEBYLEX', base .. ':k', string.sub(upper, 1, 1) .. mark .. string.sub(upper, 2),
      string.sub(lower, 1, 1) .. mark .. string.sub(lower, 2), 'LIMIT', 0, wanted)
  for i, member in ipairs(members) do
    members[i] = string.sub(member, #mark + 1)
  end
  return members
end

-- The members of the first results, and the ends that the index has for them.
local function newest(found, wanted)
  local members, ends = {}, {}
  local last = math.min(#found, wanted)
  -- A member that the index has with two ends does not straddle pages.
  while last > 0 and found[last + 1] and found[last + 1].member == found[last].member do
    last = last + 1
  end
  for i = 1, last do
    members[i], ends[i] = found[i].member, found[i].ended
  end
  return members, ends
end

-- Reads on in a list. Lists are read a few members at a time: of many, most have none of the newest.
local function readOn(list, few, found)
  local members = redis.call('ZREVRANGEBYLEX', list.key, list.from, list.lower, 'LIMIT', 0, few)
  for _, member in ipairs(members) do
    found[#found + 1] = { created = struct.unpack('>I8', member), member = member, list = list }
  end
  list.last = #members == few and found[#found]
  list.from = list.last and '(' .. list.last.member
end

local function listed(all, wanted)
  local found, few = {}, math.ceil(wanted / #all)
  local open = all
  while #open > 0 do
    for _, list in ipairs(open) do
      readOn(list, few, found)
    end
    if #all > 1 then
      table.sort(found, newer)
    end
    -- Members after the last wanted one are not needed. A list that has reached them is not read further.
    open = {}
    for i = 1, math.min(#found, wanted - 1) do
      if found[i].list.last == found[i] then
        open[#open + 1] = found[i].list
      end
    end
    few = math.min(2 * few, wanted)
  end
  return newest(found, wanted)
end

-- A bound of the index by end.
local function bound(millis)
  return string.sub(millis, 1, 1) .. ENDED .. string.sub(millis, 2)
end

-- Sorts all instances that have ended within the time by creation. Nothing if they are too many.
local function sorted(all, ended, lower, upper, wanted)
  local from, to, total, some = bound(ended.lower), bound(ended.upper), 0, {}
  for _, list in ipairs(all) do
    local count = redis.call('ZLEXCOUNT', list.key, from, to)
    total = total + count
    if total > ended.most then
      return nil
    end
    if count > 0 then
      some[#some + 1] = list.key
    end
  end
  local found, oldest, last = {}, struct.unpack('>I8', lower, 2), string.sub(upper, 2)
  local youngest = struct.unpack('>I8', last)
  for _, key in ipairs(some) do
    for _, member in ipairs(redis.call('ZRANGEBYLEX', key, from, to)) do
      local created = struct.unpack('>I8', member, 10)
      if created >= oldest and created <= youngest then
        local ofList = string.sub(member, 10)
        if created < youngest or compare(ofList, last) < 0 then
          found[#found + 1] = { created = created, member = ofList, ended = string.sub(member, 2, 9) }
        end
      end
    end
  end
  table.sort(found, newer)
  return newest(found, wanted)
end

local function tighter(bound, kind, millis, sign)
  local other = struct.pack('>I8', math.max(0, millis))
  return sign * compare(other, string.sub(bound, 2)) < 0 and kind .. other or bound
end

-- Bounds the lists by creation: no instance of a workflow took longer than the longest one, or ended further before its creation.
local function narrow(base, all, ended)
  local from, to = struct.unpack('>I8', ended.lower, 2), struct.unpack('>I8', ended.upper, 2)
  local longest, before = {}, {}
  for _, list in ipairs(all) do
    local workflow = list.workflow
    if not longest[workflow] then
      longest[workflow] = tonumber(redis.call('ZSCORE', base .. ':g', 'l' .. workflow) or SHORT_MILLIS)
      before[workflow] = tonumber(redis.call('ZSCORE', base .. ':g', 'b' .. workflow) or 0)
    end
    list.lower = tighter(list.lower, '[', from - longest[workflow], -1)
    -- Beyond, Lua's numbers are not exact.
    if to < 2 ^ 52 then
      list.from = tighter(list.from, '(', to + before[workflow], 1)
    end
  end
  return all
end

-- An earlier version may have left a member with another end in the index.
local function matches(header, statuses, ended, indexed)
  if not header or not has(statuses, string.byte(header, 18)) then
    return false
  end
  if not ended then
    return true
  end
  local _, _, after = struct.unpack('>I2c0I2c0', header, 43)
  local at = string.sub(header, after, after + 7)
  if indexed then
    return at == indexed
  end
  return compare(at, string.sub(ended.lower, 2)) >= 0 and compare(at, string.sub(ended.upper, 2)) < 0
end

local function part(base, at)
  local mark, statuses, lower, upper, wanted = ARGV[at], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4], tonumber(ARGV[at + 5])
  local ended = ARGV[at + 6] ~= '' and { lower = ARGV[at + 6], upper = ARGV[at + 7], most = tonumber(ARGV[at + 8]) }
  local members, ends
  if mark ~= '' then
    members, ends = marked(base, mark, lower, upper, wanted), {}
  else
    local all = lists(base, ARGV[at + 1], statuses, lower, upper)
    local isIndexed = ended and isComplete(base)
    if isIndexed then
      members, ends = sorted(all, ended, lower, upper, wanted)
    end
    if not members then
      members, ends = listed(isIndexed and narrow(base, all, ended) or all, wanted)
    end
  end
  local answers = { #members >= wanted and members[#members] or '' }
  for i, member in ipairs(members) do
    local header = headerOf(base, string.sub(member, 9))
    if matches(header, statuses, ended, ends[i]) then
      answers[#answers + 1] = member
      answers[#answers + 1] = header
    end
  end
  return answers
end
