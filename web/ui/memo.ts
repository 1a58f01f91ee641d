import { Component, h, type FunctionComponent } from 'preact'

/** Renders the component again only when a property has changed. */
export function memo<P extends object>(Drawn: FunctionComponent<P>): FunctionComponent<P> {
  class Pure extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const names = Object.keys({ ...this.props, ...next }) as (keyof P)[]
      return names.some((name) => (this.props as P)[name] !== next[name])
    }
    override render() {
      return h(Drawn, this.props as P)
    }
  }
  return Pure as unknown as FunctionComponent<P>
}
