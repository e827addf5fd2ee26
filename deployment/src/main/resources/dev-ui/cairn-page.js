import { LitElement, css, html } from 'lit';
import { JsonRpc } from 'jsonrpc';
import { themeState } from 'theme-state';
import { observeState } from 'lit-element-state';
import { connectionState } from 'connection-state';
import '../cairn-console/app.js';
import { RpcSource } from '../cairn-console/core/rpc-source.js';

/** One source for all pages, so that they share their connections. */
const source = new RpcSource(new JsonRpc('quarkus-cairn', false),
  listener => connectionState.addObserver(() => listener(connectionState.current.isConnected)));

/** A page of the Dev UI that shows the console of Cairn, in the colours of the Dev UI. */
export class CairnPage extends observeState(LitElement) {
  static styles = css`
    :host { display: block; height: 100%; overflow: auto; }
  `;

  /** The route with which the page begins. */
  get home() {
    return 'workflows';
  }

  render() {
    return html`<cairn-app embedded .source=${source} .home=${this.home} theme=${themeState.theme?.name ?? 'light'}></cairn-app>`;
  }
}
