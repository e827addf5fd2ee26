/** Commands that people give to instances: how they are named, what they do, and in which states an instance takes them. */

import { isOmitted } from './run-values.js';

/** The displayed state. A parked instance has the status `suspended`, but an operator has to help it in another way than a suspended one. */
export function stateOf(instance) {
  return instance.parked ? 'parked' : instance.status;
}

const UNFINISHED = ['pending', 'running', 'waiting', 'suspended', 'parked'];
const ENDED = ['cancelled', 'faulted', 'completed'];

/** True if the instance has ended: its status changes only by a command. */
export function hasEnded(instance) {
  return ENDED.includes(instance.status);
}

/**
 * The commands by name, in the order of their buttons. A command is offered in its `states`. The server refuses a command if the state has
 * changed meanwhile. `bulk` commands apply to all instances that a filter finds.
 */
export const COMMANDS = {
  retry: {
    label: 'Retry', icon: 'retry', bulk: true, states: ['faulted'],
    explanation: 'The instance goes on at the task that failed, with the input that the task had. It keeps its id, and tasks that are done are not repeated.',
    done: 'It was retried at the task that failed.',
  },
  resume: {
    label: 'Resume', icon: 'play', bulk: true, states: ['suspended', 'parked'],
    explanation: 'The instance goes on where it stands. A parked instance is tried again; it is parked once more if it still cannot go on.',
    done: 'It was resumed.',
  },
  suspend: {
    label: 'Suspend', icon: 'pause', bulk: true, states: ['running', 'waiting'],
    explanation: 'No further call begins. A call under way comes to its end and its result is kept. Timers keep their due times; deadlines go on.',
    done: 'It was suspended.',
  },
  compensate: {
    label: 'Undo', icon: 'undo', bulk: true, danger: true, states: ['pending', 'running', 'waiting', 'suspended'],
    explanation: 'The call under way is given up, the compensations of finished tasks run in reverse order, and the instance ends as cancelled.',
    done: 'It was told to undo what it did.',
  },
  cancel: {
    label: 'Cancel', icon: 'stop', bulk: true, danger: true, states: UNFINISHED,
    explanation: 'The call under way is given up and the instance ends as cancelled. Nothing is undone.',
    done: 'It was cancelled.',
  },
};

/** True if an instance in this state takes the command. The server has the last word. */
export function permits(name, instance) {
  return COMMANDS[name].states.includes(stateOf(instance));
}

/** True if a new instance can repeat tasks of this one: it has begun, and its journal fits the definition. */
export function canFork(instance) {
  return instance.status !== 'pending' && !instance.misfit;
}

/**
 * False if the viewer may not read inputs and outputs: the server leaves out the input then, without naming it as too large. An instance
 * without entries, or whose journal does not fit, has no input at all: the server decides then.
 */
export function mayReadPayloads(instance) {
  return instance.input !== undefined || isOmitted(instance, 'input') || !instance.entries || Boolean(instance.misfit);
}

/** A random text for idempotency keys and ids of events. `crypto.randomUUID` is missing where the page came over plain HTTP. */
export function randomId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), byte => byte.toString(16).padStart(2, '0')).join('');
}
