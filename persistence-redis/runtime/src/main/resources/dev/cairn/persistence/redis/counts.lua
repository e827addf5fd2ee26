-- No arguments. Answers the fields that instances are counted in, each followed by its number, behind the word 'all'; nothing as long as not all
-- are counted.

local function part(base)
  if redis.call('HGET', base .. ':c', '') ~= 'all' or next(livesWithoutCounts(base)) then
    return {}
  end
  local fields, answers = redis.call('HGETALL', base .. ':c'), { 'all' }
  for i = 1, #fields, 2 do
    if fields[i] ~= '' then
      answers[#answers + 1] = fields[i]
      answers[#answers + 1] = fields[i + 1]
    end
  end
  return answers
end
