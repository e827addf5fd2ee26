-- Runs a script's part for each shard: KEYS has the shards' bases, ARGV for each of them a number and so many arguments.
local answers, at = {}, 1
for i = 1, #KEYS do
  local last = at + tonumber(ARGV[at])
  answers[i] = part(KEYS[i], at + 1, last)
  applyChanges()
  at = last + 1
end
return answers
