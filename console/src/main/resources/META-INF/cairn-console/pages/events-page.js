import { LitElement, css, html, nothing } from 'lit';
import { localName, shortId } from '../core/format.js';
import { PagePoll } from '../core/page-poll.js';
import { link, replace } from '../core/router.js';
import { controls, pageLayout } from '../core/styles.js';
import { sendEvent } from '../parts/event-dialog.js';
import { icon } from '../parts/icon-label.js';
import { keyedRows } from '../parts/keyed-rows.js';
import '../parts/problem-view.js';
import '../parts/time-label.js';

const POLL_MILLIS = 2_000;
const MAX_TAKERS = 3;

/** The last events that came to the node that answers, and who took them; publishes one. */
export class EventsPage extends LitElement {
  static properties = { source: { attribute: false }, route: { attribute: false }, opened: { state: true }, sent: { state: true } };
  static styles = [controls, pageLayout, css`
    .filter { display: flex; gap: 12px; align-items: center; flex-wrap: wrap; padding: 12px; border-bottom: 1px solid var(--c-line); }
    .filter input[type='search'] { flex: 1 1 220px; min-width: 0; max-width: 420px; }
    .filter label { display: inline-flex; gap: 6px; align-items: center; }
    .event { border-bottom: 1px solid var(--c-line); }
    .event:last-child { border-bottom: 0; }
    .line {
      display: grid; grid-template-columns: 28px 132px minmax(0, 1.2fr) minmax(0, .8fr) minmax(0, 1.3fr); column-gap: 12px; align-items: center; width: 100%;
      padding: 6px 12px 6px 8px; font-size: 13px; line-height: 20px; min-height: 36px;
    }
    .line > * { min-width: 0; }
    .line .icon { min-height: 24px; width: 24px; }
    .takers { display: flex; gap: 4px 8px; flex-wrap: wrap; }
    .nobody { color: var(--c-parked); display: inline-flex; gap: 4px; align-items: center; }
    .details { padding: 4px 12px 12px 48px; display: flex; flex-direction: column; gap: 8px; }
    dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; margin: 0; font-size: 12.5px; line-height: 20px; }
    dt { color: var(--c-muted); } dd { margin: 0; overflow-wrap: anywhere; }
    pre { background: var(--c-raised); border-radius: 4px; padding: 8px 12px; max-height: 320px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
    .note { display: flex; gap: 8px; align-items: center; font-size: 13px; }
    .note svg { color: var(--c-completed); }
    @media (max-width: 760px) {
      .line { grid-template-columns: 28px minmax(0, 1fr) auto; }
      .time { grid-row: 1; grid-column: 3; color: var(--c-muted); }
      .type { grid-row: 1; grid-column: 2; }
      .from { grid-row: 2; grid-column: 2 / -1; }
      .takers { grid-row: 3; grid-column: 2 / -1; }
      .details { padding-left: 12px; }
    }
  `];

  #poll = new PagePoll(this, source => source.get('events'), () => POLL_MILLIS);

  render() {
    const { value, problem } = this.#poll;
    const isMissing = problem?.status === 404 || problem?.status === 501;
    return html`
      <div class="page">
        <header><h1>Events</h1><span class="grow"></span>
          <div role="status">${this.sent ? html`<div class="note">${icon('check')}<span><code>${this.sent}</code> was published.</span></div>` : nothing}</div>
          <button class="primary" ?disabled=${isMissing} @click=${() => this.#send({})}>${icon('send')}Publish an event</button></header>
        ${problem ? html`<cairn-problem-view .problem=${problem} retryable @retry=${() => this.#poll.now()}></cairn-problem-view>` : nothing}
        ${value ? this.#panel(value.events) : problem ? nothing : html`<p class="muted">Reading …</p>`}
        <p class="muted small">A node shows the last events that came to it since it started: 200 at the most.</p>
      </div>`;
  }

  #panel(events) {
    const { type = '', nobody } = this.route.params;
    const shown = events.filter(event => matches(event, type.toLowerCase()) && (!nobody || isUntaken(event)));
    return html`
      <section class="panel" aria-label="Published events">
        <div class="filter">
          <input type="search" aria-label="Find events" placeholder="Type, source, subject or id" .value=${type} spellcheck="false"
            @input=${event => this.#filter({ type: event.target.value })}>
          <label><input type="checkbox" .checked=${Boolean(nobody)} @change=${event => this.#filter({ nobody: event.target.checked ? 'true' : '' })}>Taken by nobody</label>
        </div>
        ${shown.length ? keyedRows(shown, keyOf, event => this.#event(event)) : html`<div class="empty">${events.length
          ? 'No event meets this.' : 'No event has been published on this node yet.'}</div>`}
      </section>`;
  }

  #event(event) {
    const key = keyOf(event);
    const isOpen = this.opened === key;
    return html`
      <article class="event">
        <div class="line">
          <button class="quiet icon" aria-expanded=${isOpen} aria-label="Details of ${event.type} ${event.id}"
            @click=${() => { this.opened = isOpen ? null : key; }}>${icon(isOpen ? 'down' : 'right')}</button>
          <cairn-time-label class="time" mode="relative" value=${event.at}></cairn-time-label>
          <span class="type mono ellipsis" title=${event.type}>${event.type}</span>
          <span class="from muted ellipsis" title=${`${event.source}${event.subject ? ` · ${event.subject}` : ''}`}>${event.subject ?? event.source}</span>
          <span class="takers">${this.#takers(event, isOpen)}</span>
        </div>
        ${isOpen ? this.#details(event) : nothing}
      </article>`;
  }

  #takers(event, all) {
    if (isUntaken(event)) {
      return html`<span class="nobody">${icon('info')}nobody</span>`;
    }
    const { takenBy, moreTakers = 0 } = event;
    const shown = all ? takenBy : takenBy.slice(0, MAX_TAKERS);
    const more = takenBy.length + moreTakers - shown.length;
    return html`${shown.map(({ instance, workflow }) => html`<a href=${link(['instances', instance])} title="${workflow} ${instance}"
        >${localName(workflow)} <span class="mono">${shortId(instance)}</span></a>`)}
      ${more > 0 ? html`<span class="muted">and ${more} more</span>` : nothing}`;
  }

  #details(event) {
    return html`
      <div class="details">
        <dl><dt>Id</dt><dd class="mono">${event.id}</dd><dt>Source</dt><dd class="mono">${event.source}</dd>
          ${event.subject ? html`<dt>Subject</dt><dd class="mono">${event.subject}</dd>` : nothing}
          ${event.time ? html`<dt>Time</dt><dd><cairn-time-label value=${event.time}></cairn-time-label></dd>` : nothing}
          <dt>Received</dt><dd><cairn-time-label value=${event.at}></cairn-time-label></dd></dl>
        ${event.data === undefined ? html`<p class="muted small">${event.omitted?.includes('data') ? 'Its data are too large to be kept here.' : 'No data are shown.'}</p>`
          : html`<pre tabindex="0" aria-label="Data">${JSON.stringify(event.data, null, 2)}</pre>`}
        <div><button @click=${() => this.#send(event)}>${icon('send')}Publish a similar one</button></div>
      </div>`;
  }

  #filter(params) {
    replace({ ...this.route.params, ...params });
  }

  async #send({ type, source, subject, data }) {
    const types = [...new Set((this.#poll.value?.events ?? []).map(event => event.type))];
    const answer = await sendEvent(this, {
      heading: 'Publish an event', confirm: 'Publish', event: { type, source, subject, data }, types,
      text: 'Every instance that listens for such an event takes it.',
      act: (event, reason) => this.source.post('events', { reason, event }),
    });
    if (answer) {
      this.sent = answer.type;
      this.#poll.now();
    }
  }
}
customElements.define('cairn-events-page', EventsPage);

/** Source and id tell an event from all others; the same one may be published twice. */
function keyOf(event) {
  return JSON.stringify([event.source, event.id, event.at]);
}

function matches(event, text) {
  return !text || [event.type, event.source, event.subject, event.id].some(each => each?.toLowerCase().includes(text));
}

function isUntaken({ takenBy, moreTakers }) {
  return !takenBy.length && !moreTakers;
}
