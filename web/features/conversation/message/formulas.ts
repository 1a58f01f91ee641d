import 'katex/dist/katex.css'
