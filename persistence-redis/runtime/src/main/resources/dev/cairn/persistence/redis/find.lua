-- Arguments: mark (empty: none), workflow (empty: any), the codes of statuses (at least one), lower bound, upper bound, how many.
-- Bounds are of created and id. Answers the last member looked at if there may be more, or nothing; then members (created and id) and headers
-- of these statuses, newest first.

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

local function lists(base, workflow, statuses)
  local found = {}
  for _, one in ipairs(workflow ~= '' and { workflow } or redis.call('SMEMBERS', base .. ':w')) do
    for code = 0, 6 do
      -- Pending and running are listed together.
      if code ~= 1 and has(statuses, code) or code == 0 and has(statuses, 1) then
        found[#found + 1] = base .. ':l:' .. code .. ':' .. one
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

-- Reads on in a list. Lists are read a few members at a time: of many, most have none of the newest.
local function readOn(list, lower, few, found)
  local members = redis.call('ZREVRANGEBYLEX', list.key, list.from, lower, 'LIMIT', 0, few)
  for _, member in ipairs(members) do
    found[#found + 1] = { created = struct.unpack('>I8', member), member = member, list = list }
  end
  list.last = #members == few and found[#found]
  list.from = list.last and '(' .. list.last.member
end

local function listed(keys, lower, upper, wanted)
  local found, few = {}, math.ceil(wanted / #keys)
  local open = {}
  for _, key in ipairs(keys) do
    open[#open + 1] = { key = key, from = upper }
  end
  while #open > 0 do
    for _, list in ipairs(open) do
      readOn(list, lower, few, found)
    end
    if #keys > 1 then
      table.sort(found, newer)
    end
    -- What is behind the last wanted one is not needed, nor is more of a list that has got there.
    open = {}
    for i = 1, math.min(#found, wanted - 1) do
      if found[i].list.last == found[i] then
        open[#open + 1] = found[i].list
      end
    end
    few = math.min(2 * few, wanted)
  end
  local members = {}
  for i = 1, math.min(#found, wanted) do
    members[i] = found[i].member
  end
  return members
end

local function part(base, at)
  local mark, lower, upper, wanted = ARGV[at], ARGV[at + 3], ARGV[at + 4], tonumber(ARGV[at + 5])
  local statuses = ARGV[at + 2]
  local members
  if mark ~= '' then
    members = marked(base, mark, lower, upper, wanted)
  else
    members = listed(lists(base, ARGV[at + 1], statuses), lower, upper, wanted)
  end
  local answers = { #members == wanted and members[#members] or '' }
  for _, member in ipairs(members) do
    local header = headerOf(base, string.sub(member, 9))
    if header and has(statuses, string.byte(header, 18)) then
      answers[#answers + 1] = member
      answers[#answers + 1] = header
    end
  end
  return answers
end
