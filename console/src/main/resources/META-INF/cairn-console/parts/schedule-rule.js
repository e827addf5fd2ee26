import { html, nothing } from 'lit';
import { counted } from '../core/format.js';
import { icon } from './icon-label.js';

/** Reasons why a node starts nothing of a schedule. */
const OBSTACLES = {
  'missing-workflow': { word: 'no workflow', reason: () => 'This application does not have the workflow. Pause or delete the schedule, or deploy the workflow.' },
  'newer-version': {
    word: 'newer version', reason: ({ definitionVersion }) => `Version ${definitionVersion} of the workflow has stated it, and this node has an older one. `
      + 'If no node has that version any more, give the definition a higher version.',
  },
  configuration: { word: 'turned off', reason: () => 'The configuration of this node turns the schedules of the workflow off.' },
};

/** The rule as it was written: the cron expression, the period or the delay. */
export function ruleText({ cron, every, after }) {
  return cron ?? (every ? `every ${every}` : `after ${after}`);
}

/** The time zone of a rule, as people call it; undefined if the rule has none. */
export function zoneText({ zone }) {
  return zone === 'Z' ? 'UTC' : zone;
}

/** The badges of a schedule: paused, or why this node starts nothing of it. */
export function scheduleBadges(schedule) {
  const obstacle = OBSTACLES[schedule.obstacle];
  return html`${schedule.paused ? html`<span class="badge suspended">${icon('pause')}paused</span>` : nothing}
    ${obstacle ? html`<span class="badge parked" title=${obstacle.reason(schedule)}>${icon('alert')}${obstacle.word}</span>` : nothing}`;
}

/** A sentence about the obstacle of a schedule; undefined if it has none. */
export function obstacleText(schedule) {
  return OBSTACLES[schedule.obstacle]?.reason(schedule);
}

/** The occurrences that started nothing, in words; undefined if all started. */
export function lostText({ skipped, missed, refused }) {
  const parts = [[skipped, 'skipped'], [missed, 'missed'], [refused, 'refused']].filter(([count]) => count > 0);
  return parts.length ? parts.map(([count, word]) => `${counted(count, 'occurrence')} ${word}`).join(', ') : undefined;
}

/** The segments of the address of a schedule, in the API and in the console. */
export function schedulePath({ workflow, name }) {
  return ['schedules', workflow, name];
}
