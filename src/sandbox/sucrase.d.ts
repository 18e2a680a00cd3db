/** The CommonJS parser loads in Node and in Vite; its types stand elsewhere in the package. */
declare module 'sucrase/dist/parser/index.js' {
  export { File, parse } from 'sucrase/dist/types/parser/index';
}
declare module 'sucrase/dist/parser/tokenizer/types.js' {
  export { TokenType } from 'sucrase/dist/types/parser/tokenizer/types';
}
declare module 'sucrase/dist/parser/tokenizer/state.js' {
  export { default, StateSnapshot } from 'sucrase/dist/types/parser/tokenizer/state';
}
