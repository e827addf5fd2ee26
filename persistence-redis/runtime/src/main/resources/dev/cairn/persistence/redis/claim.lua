-- Arguments: node, until when in milliseconds it may take something over, ids. Answers for each id its header, or nothing if it was not taken.

local function part(base, at, last)
  local node, nowMicros, answers = ARGV[at], micros(), {}
  inTime(ARGV[at + 1], nowMicros)
  for i = at + 2, last do
    local header, answer = headerOf(base, ARGV[i]), ''
    if header and string.byte(header, 18) < 4 then
      local owner = ownerOf(header)
      if owner == '' or owner == node or not alive(base, owner, nowMicros / 1000) then
        answer = take(base, ARGV[i], header, node, nowMicros)
      end
    end
    answers[#answers + 1] = answer
  end
  return answers
end
