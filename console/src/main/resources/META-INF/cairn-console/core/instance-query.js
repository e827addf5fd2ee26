/**
 * A search for instances. It is kept in the parameters of the page's address, which have the names of the management API, and
 * `started`: a time span up to now such as `1h`, so that a saved address shows the last hour whenever it is opened.
 */

import { now } from './clock.js';
import { isInstanceId } from './instance-ids.js';

export const STATUSES = ['pending', 'running', 'waiting', 'suspended', 'faulted', 'completed', 'cancelled'];

const TEXTS = ['workflow', 'version', 'status', 'businessKey', 'errorType', 'parent'];
const TIMES = ['createdFrom', 'createdTo', 'endedFrom', 'endedTo'];
const FLAGS = ['parked', 'withoutParent'];
const ATTRIBUTE = 'attribute.';
const MINUTE = 60_000;

/** Time spans that `started` may have. The object has no prototype: an address may name any member. */
export const PERIODS = {
  __proto__: null,
  '15m': { label: 'Last 15 minutes', millis: 15 * MINUTE },
  '1h': { label: 'Last hour', millis: 60 * MINUTE },
  '24h': { label: 'Last 24 hours', millis: 24 * 60 * MINUTE },
  '7d': { label: 'Last 7 days', millis: 7 * 24 * 60 * MINUTE },
};

const LABELS = {
  workflow: 'Workflow', version: 'Version', status: 'Status', businessKey: 'Business key', errorType: 'Error type', parent: 'Run by',
  createdFrom: 'Started from', createdTo: 'Started before', endedFrom: 'Ended from', endedTo: 'Ended before',
  parked: 'Parked', withoutParent: 'Not run by another instance', started: 'Started',
};

/** The states in a parameter `status`, which separates several by commas. */
export function statusesOf(text) {
  return (text ?? '').split(',').filter(Boolean);
}

/** The parameter `status` for several states, in the order in which they are shown; undefined without any. */
export function statusText(statuses) {
  return STATUSES.filter(status => statuses.includes(status)).join(',') || undefined;
}

function isKnown(name) {
  return TEXTS.includes(name) || TIMES.includes(name) || FLAGS.includes(name)
    || (name.startsWith(ATTRIBUTE) && name.length > ATTRIBUTE.length);
}

/**
 * Names of parameters that the search cannot use: misspelt names, and invalid times and spans. The list ignores them, so it shows more
 * than its address asks for.
 */
export function refusedNames(params) {
  return Object.entries(params).filter(([name, value]) => {
    if (name === 'started') {
      return !Object.hasOwn(PERIODS, value);
    }
    return !isKnown(name) || TIMES.includes(name) && Number.isNaN(Date.parse(value)) || FLAGS.includes(name) && !['true', 'false'].includes(value);
  }).map(([name]) => name);
}

/** The parameters of `GET instances` for those of the page, at a time in milliseconds. Unknown parameters are left out. */
export function searchParams(params, at = now()) {
  const search = {};
  for (const [name, value] of Object.entries(params)) {
    if (isKnown(name) && value) {
      search[name] = value;
    }
  }
  const period = PERIODS[params.started];
  if (period && !search.createdFrom) {
    search.createdFrom = new Date(at - period.millis).toISOString();
  }
  return search;
}

/** The filter of `POST operations` for the parameters of the page: flags are booleans there, states a list, and attributes an object. */
export function bulkFilter(params, at = now()) {
  const filter = {};
  // An attribute may be named like a member of all objects.
  const attributes = Object.create(null);
  for (const [name, value] of Object.entries(searchParams(params, at))) {
    if (name.startsWith(ATTRIBUTE)) {
      attributes[name.slice(ATTRIBUTE.length)] = value;
    } else {
      filter[name] = FLAGS.includes(name) ? value === 'true' : name === 'status' ? statusesOf(value) : value;
    }
  }
  return Object.keys(attributes).length ? { ...filter, attributes } : filter;
}

/** The criteria beside workflow and status, each with the words that tell of it. */
export function criteria(params) {
  return Object.entries(params)
    .filter(([name, value]) => value && isKnown(name)
      && !['workflow', 'version', 'status', 'parked', 'started'].includes(name))
    .map(([name, value]) => ({
      name, value: FLAGS.includes(name) ? '' : value, isTime: TIMES.includes(name),
      label: name.startsWith(ATTRIBUTE) ? name.slice(ATTRIBUTE.length) : LABELS[name],
    }));
}

/** All criteria of a filter of {@link bulkFilter}, each with the words that tell of it. */
export function filterCriteria({ attributes = {}, ...others }) {
  return [
    ...Object.entries(others).map(([name, value]) => ({ label: LABELS[name], value: wordOf(value), isTime: TIMES.includes(name) })),
    ...Object.entries(attributes).map(([name, value]) => ({ label: name, value, isTime: false })),
  ];
}

function wordOf(value) {
  return Array.isArray(value) ? value.join(' or ') : typeof value === 'boolean' ? value ? 'yes' : 'no' : value;
}

/** True if the search has a criterion. */
export function isNarrowed(params) {
  return Object.keys(searchParams(params)).length > 0;
}

/** Reads a text of the search box: the id of an instance, an attribute (`name=value`), or a business key. */
export function readSearch(text) {
  const trimmed = text.trim();
  // Business keys in small letters may look like an id of a hash.
  const id = /^[0-7]/.test(trimmed) ? trimmed.toUpperCase() : trimmed;
  if (isInstanceId(id)) {
    return { instance: id };
  }
  const attribute = /^([^=\s]+)=(.+)$/.exec(trimmed);
  if (attribute) {
    return { params: { [ATTRIBUTE + attribute[1]]: attribute[2] } };
  }
  return trimmed ? { params: { businessKey: trimmed } } : {};
}

/** True if the search may find an instance with this change. A change does not carry every field that a search can name. */
export function mayMatch(search, change) {
  return matchesWorkflow(search.workflow, change.workflow)
    && (!search.version || search.version === change.version)
    && (!search.businessKey || search.businessKey === change.businessKey)
    && (!search.errorType || search.errorType === change.errorType)
    && matchesStatus(search, change);
}

/** True if changes have all fields that a search names. `createdFrom` is assumed to match. */
export function isDecidable(search) {
  const undecidable = ['parent', 'withoutParent', 'createdTo', 'endedFrom', 'endedTo'];
  return !Object.keys(search).some(name => name.startsWith(ATTRIBUTE) || undecidable.includes(name));
}

/** True if the criteria `status` and `parked` of a search permit an instance. */
export function matchesStatus(search, instance) {
  return (!search.status || statusesOf(search.status).includes(instance.status)) && (!search.parked || Boolean(instance.parked));
}

/** A search may name a workflow without its namespace. */
function matchesWorkflow(wanted, workflow) {
  return !wanted || wanted === workflow || (!wanted.includes(':') && workflow.endsWith(`:${wanted}`));
}
