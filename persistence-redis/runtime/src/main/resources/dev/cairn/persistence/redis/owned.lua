-- Arguments: owner, lower bound, upper bound, how many. Answers the last member if there may be more, or nothing; then members
-- (owner, 0, id) and headers.

local function part(base, at)
  local wanted = tonumber(ARGV[at + 3])
  local members = redis.call('ZRANGEBYLEX', base .. ':r', ARGV[at + 1], ARGV[at + 2], 'LIMIT', 0, wanted)
  local answers = { #members == wanted and members[#members] or '' }
  for _, member in ipairs(members) do
    answers[#answers + 1] = member
    answers[#answers + 1] = headerOf(base, string.sub(member, #ARGV[at] + 2))
  end
  return answers
end
