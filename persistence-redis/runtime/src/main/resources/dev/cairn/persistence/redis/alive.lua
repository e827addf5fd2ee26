-- No arguments. Answers the id of each life that is alive, followed by the milliseconds until its lease ends without a heartbeat.

local function part(base)
  local fields, nowMillis, answers = redis.call('HGETALL', base .. ':n'), micros() / 1000, {}
  for i = 1, #fields, 2 do
    if string.sub(fields[i], 1, 1) == 'i' and tonumber(fields[i + 1]) > nowMillis then
      answers[#answers + 1] = string.sub(fields[i], 2)
      answers[#answers + 1] = math.ceil(tonumber(fields[i + 1]) - nowMillis)
    end
  end
  return answers
end
