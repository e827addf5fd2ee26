import { LitElement, css, html, nothing } from 'lit';
import { now } from '../core/clock.js';
import { formatDuration } from '../core/format.js';
import { nodeName } from '../core/node-names.js';
import { link } from '../core/router.js';
import { controls } from '../core/styles.js';
import { icon } from './icon-label.js';
import { statusBadge } from './status-badge.js';
import './time-label.js';

/**
 * Name, state and facts of an instance: `<cairn-instance-header .instance=${details} .origin=${fork}>` with its commands in the slot. `origin` is
 * `{from, task}` of a fork.
 */
export class InstanceHeader extends LitElement {
  static properties = { instance: { attribute: false }, origin: { attribute: false }, copied: { state: true } };

  static styles = [controls, css`
    :host { display: block; }
    .top { display: flex; align-items: flex-start; gap: 8px 16px; flex-wrap: wrap; padding: 12px 16px 8px; }
    .names { display: flex; flex-direction: column; gap: 2px; min-width: 0; flex: 1 1 320px; }
    .title { display: flex; align-items: center; gap: 8px; flex-wrap: wrap; }
    h1 a { color: inherit; }
    .id { display: flex; align-items: center; gap: 4px; color: var(--c-muted); font: 12.5px/20px var(--c-mono); overflow-wrap: anywhere; }
    .id button, dd button { min-height: 20px; width: 22px; }
    .id svg.i, dd svg.i { width: 13px; height: 13px; }
    dl { display: flex; flex-wrap: wrap; margin: 0; padding: 0 16px 12px; gap: 4px 24px; }
    dl > div { display: flex; flex-direction: column; min-width: 0; }
    dt { font-size: 11.5px; line-height: 16px; color: var(--c-muted); }
    dd { margin: 0; font-size: 13px; line-height: 20px; display: flex; gap: 4px; align-items: center; flex-wrap: wrap; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
    .chip { max-width: 320px; }
    .chip span { overflow: hidden; text-overflow: ellipsis; }
    @media (max-width: 720px) { .top { padding: 12px 12px 8px; } dl { padding: 0 12px 12px; gap: 4px 16px; } }
  `];

  connectedCallback() {
    super.connectedCallback();
    this.clock = setInterval(() => this.instance && !this.instance.endedAt && this.requestUpdate(), 1_000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.clock);
  }

  render() {
    const { instance } = this;
    if (!instance) {
      return nothing;
    }
    const attributes = Object.entries(instance.attributes ?? {});
    return html`
      <div class="top">
        <div class="names">
          <div class="title"><h1><a href=${link(['workflows', instance.workflow], { version: instance.version })}>${instance.workflow}</a></h1>
            <span class="chip">${instance.version}</span>${statusBadge(instance.status, instance.parked)}</div>
          <div class="id"><span>${instance.id}</span>${this.#copyButton(instance.id, 'id')}</div>
        </div>
        <slot></slot>
      </div>
      <dl>
        ${fact('Started', html`<cairn-time-label value=${instance.createdAt}></cairn-time-label>`)}
        ${instance.endedAt ? fact('Ended', html`<cairn-time-label value=${instance.endedAt}></cairn-time-label>`)
          : fact('Last change', html`<cairn-time-label value=${instance.updatedAt} mode="relative"></cairn-time-label>`)}
        ${fact(instance.endedAt ? 'Took' : 'Age', formatDuration((instance.endedAt ? Date.parse(instance.endedAt) : now()) - Date.parse(instance.createdAt)))}
        ${instance.wakesAt ? fact('Wakes', html`<cairn-time-label value=${instance.wakesAt} mode="relative"></cairn-time-label>`) : nothing}
        ${instance.businessKey ? fact('Business key', html`<b>${instance.businessKey}</b>`) : nothing}
        ${attributes.length ? fact('Attributes', attributes.map(([name, value]) => html`<span class="chip" title="${name}: ${value}"><span class="muted">${name}</span><span>${value}</span></span>`)) : nothing}
        ${instance.parent ? fact('Run by', html`<a class="mono" href=${link(['instances', instance.parent])}>${instance.parent}</a>`) : nothing}
        ${this.origin ? fact('Forked from', html`<a class="mono" href=${link(['instances', this.origin.from])}>${this.origin.from}</a><a href=${link(['instances', this.origin.from, 'compare', instance.id])}>compare</a>`) : nothing}
        ${instance.node ? fact('Node', html`<span title=${instance.node}>${nodeName(instance.node)}</span>`) : nothing}
        ${instance.entries ? fact('Journal', `${instance.entries.toLocaleString()} ${instance.entries === 1 ? 'entry' : 'entries'}`) : nothing}
        ${instance.traceId ? fact('Trace', html`${this.#trace(instance)}${this.#copyButton(instance.traceId, 'trace id')}`) : nothing}
      </dl>`;
  }

  /** Only what a browser does not run is an address: the application checks it, too. */
  #trace({ traceId, traceUrl }) {
    return /^https?:\/\//i.test(traceUrl ?? '') ? html`<a class="mono" href=${traceUrl} target="_blank" rel="noopener noreferrer">${traceId}</a>` : html`<code>${traceId}</code>`;
  }

  #copyButton(text, what) {
    const done = this.copied === text;
    return html`<button class="quiet icon" title=${done ? 'Copied' : `Copy the ${what}`} aria-label=${done ? 'Copied' : `Copy the ${what}`} @click=${() => this.#copy(text)}>${icon(done ? 'check' : 'copy')}</button>`;
  }

  async #copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.copied = text;
      setTimeout(() => (this.copied = undefined), 2_000);
    } catch {
      // Browsers permit it over HTTPS and on localhost only; the text can be selected.
    }
  }
}

function fact(name, value) {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

customElements.define('cairn-instance-header', InstanceHeader);
