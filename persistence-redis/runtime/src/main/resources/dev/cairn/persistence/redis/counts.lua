-- No arguments. Answers 'all', and then each field in which instances are counted, followed by its number. Answers nothing until
-- all instances are counted.

local function part(base)
  if not isComplete(base) then
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
