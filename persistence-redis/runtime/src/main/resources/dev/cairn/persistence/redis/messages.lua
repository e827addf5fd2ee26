-- Arguments: node, lower bound, maximum messages to give, maximum to examine. Answers the last examined member if there may be more,
-- or nothing; then for each message its member and its body.

local function hears(base, node, instance, nowMillis)
  local header = headerOf(base, instance)
  local owner = header and ownerOf(header) or ''
  return owner == '' or owner == node or not alive(base, owner, nowMillis)
end

local function part(base, at)
  local node, wanted, looks = ARGV[at], tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local members = redis.call('ZRANGEBYLEX', base .. ':q', ARGV[at + 1], '+', 'LIMIT', 0, looks)
  local nowMillis, known, answers = micros() / 1000, {}, { '' }
  for i, member in ipairs(members) do
    if i == looks or #answers > 2 * wanted then
      answers[1] = member
    end
    local instance, message = string.match(member, '^(%Z*)%z(.*)$', 9)
    if known[instance] == nil then
      known[instance] = hears(base, node, instance, nowMillis)
    end
    if known[instance] then
      local body = redis.call('HGET', base .. ':m:' .. instance, message)
      if body then
        answers[#answers + 1] = member
        answers[#answers + 1] = string.sub(body, 9)
      else
        -- The server died while it removed the message, or a user deleted it: its body is lost.
        redis.call('ZREM', base .. ':q', member)
      end
    end
    if answers[1] ~= '' then
      break
    end
  end
  return answers
end
