import { LitElement, css, html } from 'lit';
import { JsonRpc } from 'jsonrpc';
import { consolePath } from 'build-time-data';

/**
 * The console of Cairn as a page of the Dev UI: the same modules, which the application serves, with the JSON-RPC of the Dev UI as their
 * source. So there is nothing to log in to.
 */
export class QwcCairnConsole extends LitElement {
  static properties = {
    app: { state: true },
    problem: { state: true },
  };

  static styles = css`
    :host { display: block; height: 100%; overflow: auto; }
    p { padding: 16px; }
  `;

  jsonRpc = new JsonRpc(this);

  connectedCallback() {
    super.connectedCallback();
    this.#load();
  }

  /** The application has changed: what is shown is read anew. */
  hotReload() {
    this.#load();
  }

  async #load() {
    this.problem = null;
    try {
      const main = await mainModule();
      const { RpcSource } = await import(new URL('core/rpc-source.js', main));
      await import(main);
      this.app = Object.assign(document.createElement('cairn-app'), { source: new RpcSource(this.jsonRpc) });
    } catch (failure) {
      this.problem = `The console could not be loaded from ${consolePath}: ${failure.message}`;
    }
  }

  render() {
    return this.problem ? html`<p>${this.problem}</p>` : this.app ?? html`<p>Loading…</p>`;
  }
}

/** The address of the main module, which has the version of the application in it. */
async function mainModule() {
  const response = await fetch(new URL(consolePath, location.href));
  if (!response.ok) {
    throw new Error(response.statusText || `Status ${response.status}`);
  }
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  // Where a redirect has led to: the path has a slash at its end there.
  return new URL(page.querySelector('script[type=module][src]').getAttribute('src'), response.url).href;
}

customElements.define('qwc-cairn-console', QwcCairnConsole);
