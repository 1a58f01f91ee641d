/** What Vite adds. */
interface ImportMeta {
  readonly env: { readonly DEV: boolean }
}

declare module '*.css'

/** The address of a web worker's script. */
declare module '*?worker&url' {
  const address: string
  export default address
}
