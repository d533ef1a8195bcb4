/**
 * The subjects of the demonstration web: subtrees and domains of WordNet's nouns. A synset belongs to the subject with
 * the nearest root above it, and only to that, so that every page has one true label. Members of a subject's domains
 * are included without their hyponyms: `section` belongs to music, `Book of Proverbs` below it does not. Synsets under
 * no root are `general`.
 */
import type { Lexicon } from './lexicon.ts';

const GENERAL = 'general';

export interface Subject {
  name: string;
  title: string;
  /** The noun synsets of this subject, roots first. */
  synsets: number[];
}

/** The subjects, then `general` as the last. */
export function gatherSubjects(lexicon: Lexicon): Subject[] {
  const subjects: Subject[] = SUBJECTS.map(([name, title]) => ({ name, title, synsets: [] }));
  const taken = new Uint8Array(LAST_OFFSET);
  const queue: { subject: Subject; id: number }[] = [];
  const members: { subject: Subject; id: number }[] = [];
  const take = (subject: Subject, id: number) => {
    if (id >= LAST_OFFSET || taken[id]) return false;
    taken[id] = 1;
    subject.synsets.push(id);
    return true;
  };
  for (const [place, [, , roots]] of SUBJECTS.entries()) {
    for (const root of roots.split(' ')) {
      const [lemma, sense] = root.split('#');
      const id = lexicon.noun(lemma!, Number(sense));
      if (id === undefined)
        throw new Error(`WordNet has no noun ${root}: the data files are not those of 3.1`);
      if (take(subjects[place]!, id)) queue.push({ subject: subjects[place]!, id });
    }
  }
  for (let at = 0; at < queue.length; at++) {
    const { subject, id } = queue[at]!;
    for (const { kind, to } of lexicon.relations(id)) {
      if (kind === 'hyponym' && take(subject, to)) queue.push({ subject, id: to });
      else if (kind === 'member-of-domain') members.push({ subject, id: to });
    }
  }
  for (const { subject, id } of members) take(subject, id);
  const rest: number[] = [];
  for (const id of lexicon.nouns()) if (!taken[id] && !lexicon.isTaxonomic(id)) rest.push(id);
  subjects.push({ name: GENERAL, title: 'Everything else', synsets: rest });
  return subjects;
}

/** The available topics: every subject except `general`. */
export const subjectNames = (): string[] => SUBJECTS.map(([name]) => name);

/** Noun offsets of WordNet 3.1 are below this. */
const LAST_OFFSET = 16_000_000;

const SUBJECTS: readonly [name: string, title: string, roots: string][] = [
  ['birds', 'Birds', 'bird#1 ornithology#1 nest#1'],
  ['astronomy', 'Astronomy', 'astronomy#1 celestial_body#1 constellation#2 galaxy#3 telescope#1'],
  [
    'music',
    'Music',
    'music#1 musical_instrument#1 musical_composition#1 musician#1 musician#2 musical_notation#1',
  ],
  ['medicine', 'Diseases and medicine', 'medicine#1 disease#1 symptom#1 infection#1 pathology#1'],
  ['ships', 'Ships and sailing', 'vessel#2 sailing#1 sailor#1 navy#1 sail#1 anchor#1 harbor#1'],
  ['cooking', 'Cooking and dishes', 'cooking#1 dish#2 bread#1 soup#1 sauce#1 cake#3 cheese#1 condiment#1'],
  ['law', 'Law', 'law#1 law#2 legal_document#1 crime#1 lawyer#1 court#1'],
  ['mammals', 'Mammals', 'mammal#1'],
  ['fish', 'Fish', 'fish#1 fish#2 fishing#1'],
  ['insects', 'Insects and spiders', 'insect#1 arachnid#1 entomology#1'],
  ['reptiles', 'Reptiles and amphibians', 'reptile#1 amphibian#3'],
  ['shells', 'Shells and crustaceans', 'mollusk#1 crustacean#1 coelenterate#1 echinoderm#1'],
  ['trees', 'Trees', 'tree#1 wood#1 forest#1'],
  ['flowers', 'Garden flowers', 'flower#1 garden#1 wildflower#1 orchid#1'],
  ['fungi', 'Fungi', 'fungus#1 mycology#1'],
  ['fruit', 'Fruit and vegetables', 'edible_fruit#1 vegetable#1 nut#1'],
  ['drinks', 'Wine and other drinks', 'beverage#1 alcohol#1'],
  ['geology', 'Rocks and minerals', 'geology#1 rock#2 mineral#1 geological_formation#1 geological_time#1'],
  ['chemistry', 'Chemistry', 'chemistry#1 chemical_element#1 compound#2 acid#1'],
  ['physics', 'Physics', 'physics#1 elementary_particle#1 radiation#1 energy#1'],
  ['mathematics', 'Mathematics', 'mathematics#1 geometry#1 statistics#1 number#2'],
  ['computing', 'Computing', 'computer_science#1 computer#1 software#1 data_structure#1'],
  ['anatomy', 'Anatomy', 'body_part#1 bone#1 muscle#1 vein#1 artery#1'],
  ['drugs', 'Drugs', 'drug#1 medicine#2'],
  ['psychology', 'Psychology', 'psychology#1 mental_disorder#1 emotion#1'],
  ['dance', 'Dance', 'dancing#1 ballet#1 dancer#1'],
  ['painting', 'Painting and sculpture', 'painting#1 painter#1 sculpture#1 sculptor#1 drawing#2'],
  ['literature', 'Books and writers', 'writer#1 literature#1 poem#1 novel#1 poetry#1'],
  ['theatre', 'Theatre and film', 'theater#2 movie#1 actor#1 play#1 drama#1'],
  ['buildings', 'Buildings', 'building#1 architecture#2 architect#1 room#1'],
  ['cars', 'Cars and lorries', 'motor_vehicle#1 internal-combustion_engine#1 motorist#1'],
  ['aircraft', 'Aircraft', 'aircraft#1 aviation#4 airfield#1 flight#2'],
  ['railways', 'Railways', 'train#1 railway#1 railway#2 locomotive#1 railroad_track#1 bridge#1'],
  ['weapons', 'Weapons', 'weapon#1 ammunition#1 explosive#1 armor#1'],
  ['military', 'Armies and war', 'military#1 war#1 battle#1 military_unit#1 military_officer#1'],
  ['money', 'Money and trade', 'money#1 commerce#1 financial_institution#1 finance#2 tax#1 economics#1'],
  ['clothing', 'Clothing', 'clothing#1 shoe#1 jewelry#1'],
  ['textiles', 'Textiles', 'fabric#1 sewing#1 knitting#1 fiber#1'],
  ['furniture', 'Furniture', 'furniture#1 furnishing#2'],
  ['tools', 'Tools', 'tool#1 carpentry#1'],
  ['sport', 'Sport', 'sport#1 athlete#1 sports_equipment#1'],
  ['games', 'Games', 'card_game#1 board_game#1 chess#2 toy#1 gambling#1'],
  ['religion', 'Religion', 'religion#1 religion#2 clergyman#1 christianity#1 prayer#1 saint#1 monk#1'],
  ['mythology', 'Myths and gods', 'mythology#1 mythical_being#1 deity#1'],
  ['languages', 'Languages', 'linguistics#1 language#1 natural_language#1'],
  ['water', 'Rivers, lakes and seas', 'river#1 body_of_water#1 lake#1'],
  ['weather', 'Weather', 'weather#1 meteorology#2 wind#1 cloud#2'],
  ['schools', 'Schools', 'educational_institution#1 education#1 teacher#1 student#1'],
];
