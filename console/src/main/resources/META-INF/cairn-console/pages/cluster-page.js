import { LitElement, css, html, nothing } from 'lit';
import { counted, formatBytes, formatDuration, formatNumber, shortId } from '../core/format.js';
import { PagePoll } from '../core/page-poll.js';
import { link } from '../core/router.js';
import { controls, pageLayout } from '../core/styles.js';
import { icon } from '../parts/icon-label.js';
import '../parts/instance-actions.js';
import '../parts/problem-view.js';
import '../parts/time-label.js';

const POLL_MILLIS = 2_000;
const MAX_PARKED = 20;

const STORES = { none: 'Memory only', file: 'File (H2 MVStore)', redis: 'Redis or Valkey', jpa: 'Relational database (JPA)' };

/** Advice for an instance that is parked without a misfit. */
const STORE_ADVICE = 'The store failed when the instance wanted to write. Try it again when the store answers.';
const MISFIT_ADVICE = 'Its journal does not fit the definition that the application has. Deploy a definition that fits, under a new version if need be, then try it again. Or cancel it.';

/** The node that answers, its store, the other nodes, and the instances that cannot go on. */
export class ClusterPage extends LitElement {
  static properties = { source: { attribute: false }, route: { attribute: false }, details: { state: true } };
  static styles = [controls, pageLayout, css`
    .grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); gap: 16px; align-items: start; }
    dl { display: grid; grid-template-columns: minmax(112px, max-content) minmax(0, 1fr); gap: 6px 16px; margin: 0; font-size: 13px; line-height: 20px; }
    dt { color: var(--c-muted); }
    dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
    .ready { color: var(--c-completed); } .not-ready { color: var(--c-faulted); }
    .ready, .not-ready, .fact { display: inline-flex; align-items: center; gap: 6px; }
    .guarantee { font-size: 13px; line-height: 20px; padding: 0 12px 12px; }
    .warning { display: flex; gap: 8px; padding: 8px 12px; border-radius: var(--c-radius); background: var(--c-warning-soft); font-size: 13px; line-height: 20px; }
    .warning svg { color: var(--c-parked); margin-top: 2px; }
    meter { width: 100%; height: 8px; display: block; margin-top: 4px; }
    .parked { padding: 12px; border-bottom: 1px solid var(--c-line); display: flex; flex-direction: column; gap: 6px; }
    .parked:last-child { border-bottom: 0; }
    .why { font-size: 13px; line-height: 20px; overflow-wrap: anywhere; }
    .why.reason { font-family: var(--c-mono); font-size: 12.5px; background: var(--c-raised); border-radius: 4px; padding: 6px 8px; white-space: pre-wrap; max-height: 160px; overflow: auto; }
  `];

  #poll = new PagePoll(this, source => source.get('node'), () => POLL_MILLIS);
  #parked = new PagePoll(this, source => source.get('instances', { parked: 'true', limit: MAX_PARKED }), () => POLL_MILLIS * 2);

  constructor() {
    super();
    this.details = new Map();
  }

  updated() {
    this.#readDetails();
  }

  render() {
    const { value: node, problem } = this.#poll;
    return html`
      <div class="page">
        <header><h1>Store and cluster</h1></header>
        ${problem ? html`<cairn-problem-view .problem=${problem} retryable @retry=${() => this.#poll.now()}></cairn-problem-view>` : nothing}
        ${node ? html`<div class="grid">${this.#store(node)}${this.#node(node)}${this.#load(node)}${this.#nodes(node)}</div>`
          : problem ? nothing : html`<p class="muted">Reading …</p>`}
        ${this.#parkedPanel()}
      </div>`;
  }

  #store({ store }) {
    return html`
      <section class="panel" aria-labelledby="store"><header><h2 id="store">Store</h2></header>
        <div class="body"><dl>
          <dt>Kind</dt><dd><strong>${STORES[store.kind] ?? store.kind}</strong></dd>
          <dt>Instances</dt><dd>${store.keepsState ? 'survive a restart of the application' : 'end with the application'}</dd>
          <dt>Nodes</dt><dd>${store.shared ? 'share it: another node takes over instances of one that ends' : 'one only'}</dd>
          <dt>Counts</dt><dd>${store.keepsCounts ? 'exact' : 'lower bounds where there are many instances'}</dd>
        </dl></div>
        <p class="guarantee">${store.guarantee}</p>
      </section>`;
  }

  #node(node) {
    return html`
      <section class="panel" aria-labelledby="node"><header><h2 id="node" class="grow">This node</h2>
          <span class=${node.ready ? 'ready' : 'not-ready'}>${icon(node.ready ? 'check' : 'alert')}${node.ready ? 'ready' : 'not ready'}</span></header>
        <div class="body stack">
          ${node.failing || node.failed ? html`<div class="warning">${icon('alert')}<div>${node.failed
            ? `The part “${node.failed}” has failed. The node takes no more work: restart it.`
            : `The store does not answer: ${node.failing}. Starts are refused, instances wait, and go on when it answers.`}</div></div>` : nothing}
          <dl>
            <dt>Name</dt><dd class="mono">${node.node}</dd>
            ${node.life ? html`<dt>Life</dt><dd class="mono" title="Another one after each restart">${node.life}</dd>` : nothing}
            <dt>Cairn</dt><dd>${node.version}</dd>
            ${node.leaseMillis === undefined ? nothing : html`<dt>Lease</dt><dd>${endOf(node.leaseMillis)} unless it is renewed</dd>`}
          </dl>
        </div>
      </section>`;
  }

  #load(node) {
    return html`
      <section class="panel" aria-labelledby="load"><header><h2 id="load">Load</h2></header>
        <div class="body"><dl>
          <dt>In memory</dt><dd>${counted(node.instances, 'instance')}${node.budgetBytes > 0 ? html`
            <meter min="0" max=${node.budgetBytes} high=${node.budgetBytes * 0.9} value=${node.heldBytes} aria-label="Memory of instances"></meter>
            <span class="muted small">${formatBytes(node.heldBytes)} of ${formatBytes(node.budgetBytes)}</span>` : nothing}</dd>
          <dt>Loading</dt><dd>${node.recovering ? html`<span class="fact">${icon('turn', undefined, 'turning')}${formatNumber(node.recovering)}</span>` : '0'}
            <span class="muted">being brought into memory</span></dd>
          <dt>Writes</dt><dd>${formatNumber(node.waitingWrites)} <span class="muted">wait for a group of the journal</span></dd>
          ${node.waitingWork === undefined ? nothing : html`<dt>Work</dt><dd>${formatNumber(node.waitingWork)} <span class="muted">computations wait for a worker</span></dd>`}
          <dt>Parked</dt><dd>${formatNumber(node.parked)} <span class="muted">on this node</span></dd>
        </dl></div>
      </section>`;
  }

  /** The nodes and their leases. This node has read the leases of other nodes in the store. */
  #nodes({ store, otherNodes, node, life, leaseMillis }) {
    return html`
      <section class="panel" aria-labelledby="others"><header><h2 id="others">Nodes</h2></header>
        ${otherNodes.length ? html`<div class="scroll-x"><table><thead><tr><th>Node</th><th>Life</th><th>Lease</th></tr></thead><tbody>
          <tr><td class="mono">${node} <span class="chip">this one</span></td><td class="mono muted">${life}</td><td>${leaseMillis === undefined ? nothing : endOf(leaseMillis)}</td></tr>
          ${otherNodes.map(other => html`<tr><td class="mono">${other.node}</td><td class="mono muted">${other.life}</td><td>${other.leaseMillis > 0 ? endOf(other.leaseMillis)
            : html`<span class="muted" title="The last lease that this node read has ended, and it could not read the store since">not known</span>`}</td></tr>`)}</tbody></table></div>`
          : html`<div class="body muted">${store.shared ? 'This node sees no other node that lives.' : 'The store belongs to this node alone.'}</div>`}
      </section>`;
  }

  #parkedPanel() {
    const { value, problem } = this.#parked;
    const instances = value?.instances ?? [];
    return html`
      <section class="panel" aria-labelledby="parked"><header><h2 id="parked" class="grow">Parked instances</h2>
          ${instances.length ? html`<a href=${link('instances', { parked: 'true' })}>All, to act on many</a>` : nothing}</header>
        ${problem ? html`<cairn-problem-view .problem=${problem}></cairn-problem-view>` : nothing}
        ${value && !instances.length ? html`<div class="empty"><span class="fact">${icon('check')}None. Every instance can go on.</span></div>` : nothing}
        ${instances.map(instance => this.#parkedInstance(instance))}
      </section>`;
  }

  #parkedInstance(instance) {
    const details = this.details.get(instance.id);
    return html`
      <article class="parked">
        <div class="row"><a class="mono" href=${link(['instances', instance.id])} title=${instance.id}>${shortId(instance.id)}</a>
          <strong>${instance.workflow}</strong><span class="muted">${instance.version}</span>${instance.businessKey ? html`<span>${instance.businessKey}</span>` : nothing}
          <span class="muted small">since <cairn-time-label mode="relative" value=${instance.updatedAt}></cairn-time-label></span>
          <span class="grow"></span>
          <cairn-instance-actions compact .source=${this.source} .instance=${details ?? instance} @instance-changed=${() => this.#changed(instance.id)}></cairn-instance-actions></div>
        ${details?.misfit ? html`<div class="why reason">${details.misfit}</div>` : nothing}
        ${details ? html`<div class="why muted">${details.misfit ? MISFIT_ADVICE : STORE_ADVICE}</div>` : nothing}
      </article>`;
  }

  /** Reads, one after another, why instances are parked. */
  async #readDetails() {
    const missing = this.#parked.value?.instances.find(({ id }) => !this.details.has(id));
    if (!missing || this.reading) {
      return;
    }
    this.reading = true;
    let details = null;
    try {
      details = await this.source.get(`instances/${missing.id}`);
    } catch {
      // It may have gone meanwhile, and is asked for no more.
    }
    this.reading = false;
    const listed = new Set(this.#parked.value.instances.map(({ id }) => id));
    this.details = new Map([...this.details, [missing.id, details]].filter(([id]) => listed.has(id)));
  }

  #changed(id) {
    this.details = new Map([...this.details].filter(([each]) => each !== id));
    this.#parked.now();
  }
}
customElements.define('cairn-cluster-page', ClusterPage);

function endOf(leaseMillis) {
  return `ends in ${formatDuration(Math.max(0, leaseMillis))}`;
}
