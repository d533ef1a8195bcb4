/**
 * Lists of genre terms by name, to write `genre: syllabus` in a topic: what pages of a kind have in common, whatever
 * they are about. The lists `syllabus`, `job` and `sale` are those of de Assis (UFMG, 2008), Table 4.2; the others, and
 * all Portuguese ones, are ours. None is complete: copy one and adapt it to the pages you want.
 */
export interface Genre {
  about: string;
  terms: readonly string[];
}

const list = (about: string, terms: string): Genre => ({
  about,
  terms: terms.split(',').map((term) => term.trim()),
});

export const genres: Readonly<Record<string, Genre>> = {
  syllabus: list(
    'a course and what it takes',
    `syllabus, course, credits, instructor, prerequisites, class hours, objectives, description, outline, topics,
    tentative schedule, grading, exams, materials, required text, textbooks`,
  ),
  job: list(
    'a job offer (in the thesis with genreWeight=4 and contentWeight=6)',
    `jobs, job offer, vacancies, company, organization, contact, location, city, details, description, salary, benefits,
    career, job type, category, work experience, requirements, curriculum, education, responsibilities, competencies,
    qualifications, restrictions, work schedule`,
  ),
  sale: list(
    'a product offered for sale (in the thesis with genreWeight=4 and contentWeight=6)',
    `sale, buy, shop, virtual shop, product, products list, brand, used, price, offers, promotion, discount, payment,
    parcels, availability, location, headline, image, contact, add to, classification, sections, categories, groups`,
  ),
  review: list(
    'a review of a product, a book, a film',
    `review, reviewer, rating, verdict, pros, cons, stars, out of ten, overall, recommend, value for money, conclusion,
    tested, likes, dislikes, alternatives`,
  ),
  cv: list(
    'a curriculum vitae',
    `curriculum vitae, resume, education, work experience, employment history, skills, publications, languages, awards,
    references, degree, personal details, interests, positions held`,
  ),
  manual: list(
    'instructions for a device or a program',
    `manual, user guide, instructions, installation, setup, troubleshooting, warning, caution, safety, specifications,
    warranty, maintenance, getting started, parts list, step`,
  ),
  leaflet: list(
    'a package leaflet of a medicine',
    `package leaflet, what this leaflet contains, before you take, dosage, side effects, contraindications, interactions,
    active substance, how to store, excipients, overdose, pregnancy, tablets, manufacturer`,
  ),
  'syllabus/pt': list(
    'programa de uma disciplina',
    `ementa, programa, disciplina, créditos, professor, pré-requisitos, carga horária, objetivos, conteúdo programático,
    cronograma, avaliação, provas, bibliografia, bibliografia básica, metodologia, horário`,
  ),
  'job/pt': list(
    'oferta de emprego',
    `vaga, vagas, emprego, empresa, contato, local, cidade, descrição, salário, benefícios, carreira, área, experiência,
    requisitos, currículo, formação, atribuições, qualificações, horário de trabalho, contratação`,
  ),
  'sale/pt': list(
    'oferta de um produto',
    `comprar, loja, produto, marca, preço, oferta, promoção, desconto, pagamento, parcelas, disponibilidade, frete,
    carrinho, categorias, garantia, à vista, entrega, estoque`,
  ),
  'review/pt': list(
    'resenha ou análise',
    'resenha, análise, avaliação, nota, veredito, prós, contras, estrelas, recomendo, conclusão, testado, custo-benefício',
  ),
};

export const genreTerms = (name: string): Genre['terms'] | undefined => genres[name]?.terms;
