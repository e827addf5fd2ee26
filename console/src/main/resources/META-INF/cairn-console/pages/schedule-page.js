import { LitElement, css, html, nothing } from 'lit';
import { localName, shortId, withVisibleControls } from '../core/format.js';
import { PagePoll } from '../core/page-poll.js';
import { link, navigate } from '../core/router.js';
import { controls, pageLayout } from '../core/styles.js';
import { icon } from '../parts/icon-label.js';
import { keyedRows } from '../parts/keyed-rows.js';
import { lostText, obstacleText, ruleText, scheduleBadges, zoneText } from '../parts/schedule-rule.js';
import { statusBadge } from '../parts/status-badge.js';
import '../parts/problem-view.js';
import '../parts/schedule-actions.js';
import '../parts/time-label.js';

const POLL_MILLIS = 2_000;
const OVERLAPS = {
  allow: 'starts another one beside it', skip: 'drops the occurrence', 'buffer-one': 'has the earliest occurrence wait, and drops others',
  'buffer-all': 'has all occurrences wait', 'cancel-other': 'cancels it, then starts another one',
};
const MISSED = {
  'fire-once': 'starts the latest, if the earliest is more than a minute late', 'fire-all': 'starts them, up to a bound', skip: 'drops those that are more than a minute late',
};

/** One schedule: its rule, its next due times, its newest instances, and the commands that it takes. */
export class SchedulePage extends LitElement {
  static properties = { source: { attribute: false }, route: { attribute: false } };
  static styles = [controls, pageLayout, css`
    .title { display: flex; flex-direction: column; gap: 4px; }
    .grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); gap: 16px; align-items: start; }
    dl { display: grid; grid-template-columns: minmax(96px, max-content) minmax(0, 1fr); gap: 6px 16px; margin: 0; font-size: 13px; line-height: 20px; }
    dt { color: var(--c-muted); }
    dd { margin: 0; overflow-wrap: anywhere; }
    ol { margin: 0; padding: 0; list-style: none; font-size: 13px; line-height: 24px; }
    ol li { display: flex; gap: 12px; flex-wrap: wrap; justify-content: space-between; }
    .warning { display: flex; gap: 8px; padding: 8px 12px; border-radius: var(--c-radius); background: var(--c-warning-soft); font-size: 13px; line-height: 20px; }
    .warning svg { color: var(--c-parked); margin-top: 2px; }
    .lost { color: var(--c-parked); }
    pre { background: var(--c-raised); border-radius: 4px; padding: 8px 12px; max-height: 240px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
  `];

  #poll = new PagePoll(this, source => source.get(this.route.segments), () => POLL_MILLIS);

  willUpdate(changed) {
    const before = changed.get('route');
    if (before && before.path !== this.route.path) {
      this.#poll.value = null;
      this.#poll.now();
    }
  }

  render() {
    const { value, problem } = this.#poll;
    const [, workflow, name] = this.route.segments;
    return html`
      <div class="page">
        <header>
          <div class="title grow"><h1>${withVisibleControls(name)} ${value ? scheduleBadges(value) : nothing}</h1>
            <span class="muted small"><a href=${link('schedules', { workflow })}>Schedules</a> of
              ${value?.obstacle === 'missing-workflow' ? localName(workflow) : html`<a href=${link(['workflows', workflow])}>${localName(workflow)}</a>`}</span></div>
          ${value && !problem ? html`<cairn-schedule-actions .source=${this.source} .schedule=${value} @schedule-changed=${this.#changed}></cairn-schedule-actions>` : nothing}
        </header>
        <cairn-problem-view .problem=${problem} retryable @retry=${() => this.#poll.now()}></cairn-problem-view>
        ${value ? html`
          ${value.obstacle ? html`<div class="warning">${icon('alert')}<div>${obstacleText(value)}</div></div>` : nothing}
          <div class="grid">${this.#rule(value)}${this.#dues(value)}</div>${this.#occurrences(value)}`
          : problem ? nothing : html`<p class="muted" aria-busy="true">Loading…</p>`}
      </div>`;
  }

  #rule(schedule) {
    const { description, zone, overlap, missed, maxMissed, jitter, input, ofDefinition, definitionVersion, changedAt, changedBy } = schedule;
    return html`
      <section class="panel" aria-labelledby="rule"><header><h2 id="rule">Rule</h2></header>
        <div class="body"><dl>
          <dt>Due</dt><dd><strong>${description}</strong></dd>
          <dt>Written as</dt><dd class="mono">${ruleText(schedule)}</dd>
          ${zone ? html`<dt>Zone</dt><dd>${zoneText(schedule)}</dd>` : nothing}
          ${jitter ? html`<dt>Jitter</dt><dd>less than <span class="mono">${jitter}</span></dd>` : nothing}
          <dt>Overlap</dt><dd><span class="mono">${overlap}</span> <span class="muted">${OVERLAPS[overlap]}</span></dd>
          ${missed ? html`<dt>Missed</dt><dd><span class="mono">${missed}${missed === 'fire-all' ? ` ${maxMissed}` : ''}</span> <span class="muted">${MISSED[missed]}</span></dd>` : nothing}
          <dt>Stated by</dt><dd>${ofDefinition ? `the definition, version ${definitionVersion}` : 'the application or an operator, at run time'}</dd>
          <dt>Changed</dt><dd><cairn-time-label mode="relative" value=${changedAt}></cairn-time-label>${changedBy?.principal ? html` by <strong>${changedBy.principal}</strong>` : nothing}
            ${changedBy?.reason ? html`<div>“${changedBy.reason}”</div>` : nothing}</dd>
          ${input === undefined ? nothing : html`<dt>Input</dt><dd><pre tabindex="0">${JSON.stringify(input, null, 2)}</pre></dd>`}
        </dl></div>
      </section>`;
  }

  #dues({ nextDues, lastDue, paused, after, lost }) {
    return html`
      <section class="panel" aria-labelledby="dues"><header><h2 id="dues">Next due times</h2></header>
        <div class="body stack">
          ${nextDues.length ? html`<ol>${nextDues.map(due => html`<li><cairn-time-label value=${due}></cairn-time-label>
            <cairn-time-label class="muted" mode="relative" value=${due}></cairn-time-label></li>`)}</ol>`
            : html`<p class="muted">${paused ? 'It is paused.' : after ? 'It is due after the end of its instance.' : 'None is left.'}</p>`}
          <dl>
            <dt>Last due</dt><dd>${lastDue ? html`<cairn-time-label value=${lastDue}></cairn-time-label>` : html`<span class="muted">none yet</span>`}</dd>
            <dt>Started nothing</dt><dd>${lostText(lost) ? html`<span class="lost">${lostText(lost)}</span>` : 'none'}
              <span class="muted">since it was created</span></dd>
          </dl>
        </div>
      </section>`;
  }

  #occurrences({ occurrences }) {
    return html`
      <section class="panel" aria-labelledby="occurrences"><header><h2 id="occurrences">Last instances</h2></header>
        ${occurrences.length ? html`<div class="scroll-x"><table>
          <thead><tr><th>Instance</th><th>State</th><th>Started</th><th>By</th></tr></thead>
          <tbody>${keyedRows(occurrences, ({ id }) => id, each => html`
            <tr><td><a class="mono" href=${link(['instances', each.id])} title=${each.id}>${shortId(each.id)}</a></td>
              <td>${statusBadge(each.status, each.parked)}</td>
              <td><cairn-time-label value=${each.createdAt}></cairn-time-label></td>
              <td>${each.byCommand ? 'a command' : 'the rule'}</td></tr>`)}</tbody></table></div>`
          : html`<div class="empty">It has started no instance yet, or none is retained.</div>`}
      </section>`;
  }

  #changed = ({ detail }) => {
    if (detail.command === 'delete') {
      navigate('schedules');
    } else {
      this.#poll.now();
    }
  };
}
customElements.define('cairn-schedule-page', SchedulePage);
