/** Given by Vite. */
interface ImportMeta {
  readonly env: { readonly DEV: boolean }
}

declare module '*.css'

/** A script that runs beside the page, by its address. */
declare module '*?worker&url' {
  const address: string
  export default address
}
