-- Arguments: index (t: due times, e: ends), lower bound, upper bound, how many. Answers the last member if there may be more,
-- or nothing; then members and, for ends, headers, or nothing where there is none.

local function part(base, at)
  local members = redis.call('ZRANGEBYLEX', base .. ':' .. ARGV[at], ARGV[at + 1], ARGV[at + 2], 'LIMIT', 0, ARGV[at + 3])
  local answers = { #members == tonumber(ARGV[at + 3]) and members[#members] or '' }
  for _, member in ipairs(members) do
    answers[#answers + 1] = member
    answers[#answers + 1] = ARGV[at] == 'e' and headerOf(base, string.sub(member, 9)) or ''
  end
  return answers
end
