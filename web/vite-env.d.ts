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

/** The texts of the first view, which `before.js` loads. */
declare const startupTexts: Promise<unknown>

/** The version of the texts, which is part of the names of their files. */
declare const textsVersion: string
