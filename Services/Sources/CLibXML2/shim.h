// Where libxml2 was built with ICU, as in Debian, its headers include those of ICU, whose types differ from the ones of
// the same names in the ICU that Foundation brings. No declaration that we use depends on it.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <iconv.h>
#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
