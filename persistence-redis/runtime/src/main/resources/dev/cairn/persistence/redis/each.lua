-- Runs a script's part for each shard. KEYS has the shards' bases. For each of them, ARGV has the number of arguments and then the arguments.
local answers, at = {}, 1
for i = 1, #KEYS do
  local last = at + tonumber(ARGV[at])
  local done, answer = pcall(part, KEYS[i], at + 1, last)
  -- Even if it failed: what it had written by then stays.
  applyChanges()
  if not done then
    error(answer, 0)
  end
  answers[i] = answer
  at = last + 1
end
return answers
