// One cell of the matrix: requests at a constant arrival rate, and every answer is checked. The request and the expected
// answer come from bench/run as JSON in the variable CELL:
// url, body, rate, seconds, users (how many are prepared; there are never more), and either answer (exactly these fields) or bytes and
// end (of a large answer). {id} in the body's and the answer's texts is another number in each request. The summary goes to the file SUMMARY.
import http from 'k6/http';
import exec from 'k6/execution';
import { Counter } from 'k6/metrics';

const cell = JSON.parse(__ENV.CELL);
const body = JSON.stringify(cell.body);
const answer = cell.answer ? Object.entries(cell.answer) : null;
const headers = { 'Content-Type': 'application/json' };
// A large answer is not made a text: that alone would keep k6 busy.
const parameters = answer ? { headers } : { headers, responseType: 'binary' };
// A request that was begun and is not right has failed: a wrong answer, an error, or none before k6 gave up.
const begun = new Counter('begun');
const right = new Counter('right');

export const options = {
  scenarios: {
    cell: {
      executor: 'constant-arrival-rate',
      rate: cell.rate,
      timeUnit: '1s',
      duration: `${cell.seconds}s`,
      preAllocatedVUs: cell.users,
      maxVUs: cell.users,
      gracefulStop: '15s',
    },
  },
  summaryTrendStats: ['avg', 'med', 'p(95)', 'p(99)', 'max'],
  systemTags: ['status', 'error_code'],
};

function sameFields(text, id) {
  const found = JSON.parse(text);
  return Object.keys(found).length === answer.length && answer.every(([name, value]) => (
    found[name] === (typeof value === 'string' ? value.replace('{id}', id) : value)));
}

function sameSizeAndEnd(buffer) {
  if (buffer.byteLength !== cell.bytes) {
    return false;
  }
  const end = String.fromCharCode(...new Uint8Array(buffer, buffer.byteLength - cell.end.length));
  return end === cell.end;
}

export default function () {
  begun.add(1);
  const id = String(exec.scenario.iterationInTest);
  const response = http.post(cell.url, body.replace('{id}', id), parameters);
  let good = false;
  try {
    good = response.status === 200 && (answer ? sameFields(response.body, id) : sameSizeAndEnd(response.body));
  } catch (unreadable) {
    good = false;
  }
  if (good) {
    right.add(1);
  }
}

export function handleSummary(data) {
  return { [__ENV.SUMMARY]: JSON.stringify(data.metrics) };
}
